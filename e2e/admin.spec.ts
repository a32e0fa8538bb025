import type { Page } from "@playwright/test";
import { expect, isPhone, test } from "./fixtures.ts";
import { expectDashboard, fillLogin, fillSignUp, newAddress } from "./helpers/auth.ts";

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

test(
  "an app admin sees how the installation is doing, and goes through every screen",
  { tag: "@phone" },
  async ({ signedInAs }) => {
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
