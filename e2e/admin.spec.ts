import type { Page } from "@playwright/test";
import { expect, isPhone, test } from "./fixtures.ts";
import { addClan, addLinked, addPerson, addPlayers, callAs, type Person } from "./helpers/people.ts";
import { expectDashboard, fillLogin, fillSignUp, newAddress, secret } from "./helpers/auth.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });

const reason = "Asked for by support";

/** Does to the account on the page what the button says, and gives the reason. */
async function doToUser(page: Page, action: string) {
  await page.getByRole("button", { name: action, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

function rowOf(page: Page, name: string) {
  return page.getByRole(isPhone(page) ? "listitem" : "row").filter({ hasText: name });
}

/** Whoever is not signed in is led from a protected screen to the landing page. */
async function expectOut(page: Page) {
  await page.goto("/account");
  await expect(page).toHaveURL("/");
}

async function openUser(page: Page, { id }: Pick<Person, "id">, name: string) {
  await page.goto(`/admin/users/${id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("an app admin sees how the installation is doing, and goes through every screen", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  await page.goto("/admin");
  for (const tile of ["Users", "Clans", "Sign-ups", "Failed sign-ins", "Jobs waiting", "Mails waiting"])
    await expect(page.getByRole("region", { name: tile, exact: true })).toContainText(/\d/);
  await expect(page.getByRole("region", { name: "Health" })).toContainText(/Version .*(MB|GB)/);
  await expect(page.getByRole("region", { name: "Clans without an owner" })).not.toContainText("loading");
  await expect(page.getByRole("region", { name: "Admin audit" })).not.toContainText("loading");

  const parts = page.getByRole("navigation", { name: "Administration" });
  await parts.getByRole("link", { name: "Admins" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Manage Admins" })).toBeVisible();
  const me = page.getByRole("list", { name: "App admins" }).getByRole("listitem").filter({ hasText: "You" });
  await expect(me).toContainText("admin@clanhall.example");
  await expect(me).toContainText("Second factor: no");
  await parts.getByRole("link", { name: "Games" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Manage Games" })).toBeVisible();
  await expect(page.getByRole("switch").first()).toBeVisible();
  await parts.getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Manage Users" })).toBeVisible();
  await page.getByRole("searchbox").fill("admin@clanhall");
  await expect(page.getByText("1 of 1 user")).toBeVisible();
  await page.getByRole("link", { name: "Admin", exact: true }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Sign-in activity" })).toContainText("Ad blocker seen");
});

test(
  "an app admin makes somebody else one with a note, takes it back, and both stand in the audit",
  { tag: "@wide" },
  async ({ signedInAs, visitor }) => {
    const page = await signedInAs("admin");
    const wren = await addPerson(page, "Wren of the Reeds");
    await page.goto("/admin?admins=1");
    await page.getByRole("button", { name: "Grant app admin" }).click();
    const dialog = page.getByRole("dialog", { name: "Grant app admin" });
    await dialog.getByRole("button", { name: "Grant app admin" }).click();
    await expect(dialog.getByText(/is required/)).toBeVisible();
    await dialog.getByRole("searchbox").fill("wren of the");
    await dialog.getByRole("list", { name: "Users found" }).getByRole("button", { name: /^Wren/ }).click();
    await dialog.getByLabel("Note (optional)").fill("Night shift");
    await dialog.getByRole("button", { name: "Grant app admin" }).click();
    await expect(dialog).toHaveCount(0);
    const entry = page.getByRole("list", { name: "App admins" }).getByRole("listitem").filter({ hasText: "Wren" });
    await expect(entry).toContainText("Night shift");

    const beside = await visitor();
    await beside.addInitScript((id) => localStorage.setItem("dev_user_id", id), wren.id);
    await beside.goto("/admin");
    await expect(beside.getByRole("region", { name: "Health" })).toBeVisible();
    await entry.getByRole("button", { name: "Revoke Wren of the Reeds" }).click();
    const question = page.getByRole("dialog", { name: "Revoke Wren of the Reeds?" });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Revoke app admin" }).click();
    await expect(entry).toHaveCount(0);
    await beside.goto("/admin");
    await expect(beside).toHaveURL("/dashboard");

    await page.goto("/admin");
    const audit = page.getByRole("region", { name: "Admin audit" });
    await audit.getByLabel("What", { exact: true }).selectOption("App admin");
    await audit.getByLabel("Whom or what").fill("Wren of the Reeds");
    await page.keyboard.press("Enter");
    await expect(audit.getByRole("listitem")).toHaveText([/took app admin away from/, /made .* an app admin/]);
    await expect(audit.getByRole("listitem").nth(1)).toContainText("Night shift");
  },
);

test(
  "a person who is suspended is out until it is lifted, and can be signed out everywhere",
  { tag: "@wide" },
  async ({ signedInAs, visitor }) => {
    const page = await signedInAs("admin");
    const person = await visitor();
    const email = newAddress();
    await person.goto("/signup");
    await fillSignUp(person, email);
    await expectDashboard(person);
    await page.goto(`/admin/users?q=${email}`);
    await rowOf(page, email).getByRole("link").click();
    await expect(page.getByRole("region", { name: "Identity" })).toContainText(email);
    await expect(page.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);

    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Suspend Kara?" });
    await dialog.getByLabel("Reason").fill("spam");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Give a reason of at least 5 characters\./);
    await dialog.getByLabel("Reason").fill("Spam in clan names");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    const identity = page.getByRole("region", { name: "Identity" });
    await expect(identity).toContainText("Suspended until it is lifted.");
    await expect(page.getByText("Signed in nowhere.")).toBeVisible();
    const audit = page.getByRole("region", { name: "Admin audit" });
    await expect(audit.getByRole("listitem").first()).toContainText("suspended");
    await expect(audit.getByRole("listitem").first()).toContainText("Spam in clan names");
    await expectOut(person);
    await person.goto("/login");
    await fillLogin(person, email);
    await expect(person.getByText("This account is suspended. Please contact support.")).toBeVisible();

    await doToUser(page, "Lift suspension");
    await expect(identity).not.toContainText("Suspended");
    await fillLogin(person, email);
    await expectDashboard(person);
    await page.reload();
    await doToUser(page, "Sign out everywhere");
    await expect(page.getByText("Signed in nowhere.")).toBeVisible();
    await expectOut(person);
    await expect(audit.getByRole("listitem")).toHaveText([
      /signed .* out everywhere/,
      /lifted the suspension/,
      /suspended/,
    ]);
  },
);

test(
  "an account is anonymised only by whoever types its name, and then nobody finds it",
  { tag: "@wide" },
  async ({ signedInAs }) => {
    const page = await signedInAs("admin");
    const email = newAddress();
    const account = { email, password: secret, data: { display_name: "Finch Ember" } };
    await page.request.post("/auth/v1/signup", { data: account });
    await page.goto(`/admin/users?q=${email}`);
    await rowOf(page, email).getByRole("link").click();
    await page.getByRole("button", { name: "Anonymise" }).click();
    const dialog = page.getByRole("dialog", { name: "Anonymise Finch Ember?" });
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByLabel("Type “Finch Ember” to confirm").fill("Finch");
    await dialog.getByRole("button", { name: "Anonymise" }).click();
    await expect(dialog.getByText("Type the name: Finch Ember")).toBeVisible();
    await dialog.getByLabel("Type “Finch Ember” to confirm").fill("Finch Ember");
    await dialog.getByRole("button", { name: "Anonymise" }).click();
    await expect(page).toHaveURL("/admin/users");
    await page.getByRole("searchbox").fill(email);
    await expect(page.getByRole("heading", { name: "Nobody matches" })).toBeVisible();
    const login = await page.request.post("/auth/v1/token?grant_type=password", { data: { email, password: secret } });
    expect(login.status()).toBe(400);
  },
);

test(
  "a clan whose owner is suspended is handed to a member, who owns it from then on",
  { tag: "@phone" },
  async ({ signedInAs }) => {
    const page = await signedInAs("admin");
    const owner = await addPerson(page, "Heron Grey");
    const name = "Herons of the marsh";
    const clan = await addClan(page, owner, name, "Heron");
    const { Bram } = await addPlayers(page, owner, clan, ["Bram"]);
    const heir = await addLinked(page, owner, Bram);
    await openUser(page, owner, "Heron Grey");
    await expect(page.getByRole("list", { name: "Clans and roles" })).toContainText(name);
    await doToUser(page, "Suspend");
    await page.goto("/admin");
    await page.getByRole("button", { name: `Hand over ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: `Hand over ${name}` });
    await dialog.getByRole("button", { name: "Hand over" }).click();
    await expect(dialog.getByText("Choose the member who becomes the owner.")).toBeVisible();
    await expect(dialog.getByText("Give a reason of at least 5 characters.")).toBeVisible();
    await dialog.getByLabel("New owner").selectOption({ index: 1 });
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Hand over" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: `Hand over ${name}` })).toHaveCount(0);
    const audit = page.getByRole("region", { name: "Admin audit" });
    await expect(audit).toContainText("handed the clan over to");

    await openUser(page, heir, "Bram");
    await expect(page.getByRole("list", { name: "Clans and roles" })).toContainText("Owner as Bram");
    const { members } = await callAs<{ members: { name: string; role: string }[] }>(
      page,
      heir,
      `/clans/${clan.id}/members`,
    );
    expect(members.find(({ role }) => role === "owner")).toMatchObject({ name: "Bram" });
  },
);
