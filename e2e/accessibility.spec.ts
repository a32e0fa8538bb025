import { readFile } from "node:fs/promises";
import { expect, personId } from "./fixtures.ts";
import { click, close, dialog, go, resize, test, title, visits } from "./helpers/accessibility.ts";
import {
  fillLogin,
  fillSignUp,
  haveAccount,
  newAddress,
  secret,
  signUpConfirmed,
  strictInstallation,
} from "./helpers/auth.ts";
import { codeFrom, keepRecoveryCodes, startAuthenticator } from "./helpers/authenticator.ts";
import { addBulletin, addNewsClan } from "./helpers/bulletins.ts";
import { readMail } from "./helpers/mailbox.ts";
import { addClan, addLinked, addPerson, callAs, openAs } from "./helpers/people.ts";

test("public pages", async ({ page, analyze }) => {
  for (const path of ["/", "/privacy", "/terms", "/help", "/nowhere"]) {
    await page.goto(path);
    await analyze(title(page));
  }
  await openAs(page, { id: personId("admin") }, "/privacy");
  await page.getByRole("banner").getByText("Admin", { exact: true }).click();
  await analyze(page.getByRole("link", { name: "Manage Users" }), "where it is");
  await resize(page, "phone");
  await click(page, "Menu");
  await analyze(page.getByRole("link", { name: "Manage Users" }));
});

test("logging in and signing up", async ({ page, analyze }) => {
  await page.goto("/login");
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  await analyze(page.getByText("Enter your e-mail address."));
  await fillLogin(page, newAddress());
  await analyze(page.getByRole("alert").filter({ hasText: "do not match" }));
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("E-mail").fill(newAddress());
  await click(page, "Create the link");
  await analyze(page.getByRole("heading", { name: "Ask the administrator" }));
  await page.goto("/signup");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await page.getByLabel("Password", { exact: true }).fill("hakerowimy");
  await analyze(page.getByText("Enter your e-mail address."));
});

test.describe("where addresses have to be confirmed", () => {
  test.use({ baseURL: strictInstallation });

  test("mails and links", async ({ page, analyze }) => {
    await page.goto("/login");
    await analyze(page.getByRole("button", { name: "Continue with Guild ID" }));
    const email = newAddress();
    await page.goto("/signup");
    await fillSignUp(page, email);
    await analyze(page.getByRole("heading", { name: "Check your mail" }));
    await page.goto("/login");
    await fillLogin(page, email);
    await click(page, "Send the confirmation again");
    await analyze(page.getByText("It is on its way."));
    const { link } = await readMail(page, email, "Confirm your address");
    for (const sign of ["dashboard", "This link no longer works"]) {
      await page.goto(link);
      if (sign === "dashboard") await analyze(page.getByRole("button", { name: "Confirm my address" }));
      await click(page, /^Confirm my address/);
      await (sign === "dashboard" ? expect(page).toHaveURL(/dashboard/) : analyze(title(page, sign)));
    }
    await go(page, "/account");
    await click(page, "Change e-mail");
    await page.getByLabel("New e-mail").fill(newAddress());
    await click(page, "Change e-mail");
    await analyze(page.getByText("You asked to change it"));
    await page.request.post("/auth/v1/recover", { data: { email } });
    const recovery = await readMail(page, email, "Choose a new password");
    await page.goto(recovery.link);
    await analyze(page.getByText(/^You are signed in as .* Continuing signs you in/));
    await click(page, "Sign in and choose a new password");
    await click(page, "Save the new password");
    await analyze(page.getByLabel("Repeat new password"));
    await page.goto(recovery.link);
    await click(page, "Sign in and choose a new password");
    await analyze(page.getByRole("alert").filter({ hasText: "already been used" }));

    const owls = await addNewsClan(page);
    const bram = await addLinked(page, owls.owner, owls.players.Bram);
    const mails = { clan_id: owls.clan.id, mail: { bulletin: true } };
    await callAs(page, bram, "/me/notifications", { method: "PUT", data: mails });
    await addBulletin(page, owls);
    const { email: to } = await callAs<{ email: string }>(page, bram, "/me/profile");
    const news = await readMail(page, to, "Owls of Dawn");
    await page.goto(/https?:\S+\/unsubscribe\/\S+/.exec(news.text)?.[0] ?? "");
    await analyze(page.getByRole("heading", { name: "Stop these mails?" }));
    await click(page, "Stop these mails");
    await analyze(page.getByRole("heading", { name: "You are unsubscribed" }));
  });

  test("a second factor", async ({ page, analyze }) => {
    const email = await signUpConfirmed(page);
    const key = await startAuthenticator(page);
    await page.getByLabel("Code from the app").fill("000000");
    await click(page, "Turn it on");
    await analyze(page.getByText("This code is wrong."));
    await page.getByLabel("Code from the app").fill(codeFrom(key, "now"));
    await click(page, "Turn it on");
    await analyze(dialog(page, "Your recovery codes"));
    await keepRecoveryCodes(page);
    await analyze(page.getByRole("button", { name: "Remove Authenticator app" }));
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    await fillLogin(page, email);
    await page.getByLabel("Code").fill("000000");
    await analyze(page.getByText("Type the one your app shows now."));
    await click(page, "Use a recovery code");
    await page.getByLabel("Recovery code").fill("aaaaa-aaaaa");
    await click(page, "Confirm");
    await analyze(page.getByText("This recovery code is wrong"));
  });
});

test("account settings", async ({ page, analyze }) => {
  const { token } = await haveAccount(page);
  const person = { id: "", token };
  await addClan(page, person, "Owls of Noon");
  await page.goto("/account");
  for (const [section, region] of [
    ["profile", "Theme"],
    ["players", "My players"],
    ["dashboard", "Dashboard"],
    ["notifications", "Notifications"],
    ["privacy", "Usage statistics"],
    ["security", "Where you are signed in"],
  ] as const) {
    await go(page, `/account?tab=${section}`);
    await analyze(page.getByRole("region", { name: region }));
  }
  await click(page, "Change password");
  await click(page, "Change password");
  await analyze(page.getByText("Enter your password."));
  await go(page, "/account?tab=privacy");
  await click(page, "Delete my account");
  await dialog(page).getByRole("button", { name: "Delete my account" }).click();
  await analyze(page.getByText("Type DELETE in capitals."));
  await go(page, "/account");
  await page.getByLabel("Display name").fill("Kara the First");
  const { version } = await callAs<{ version: number }>(page, person, "/me/profile");
  const data = { version, display_name: "Kara the Second" };
  await callAs(page, person, "/me/profile", { method: "PUT", data });
  await click(page, "Save profile");
  await analyze(page.getByText(/^Changed by/));
  const leaver = await addPerson(page);
  await callAs(page, leaver, "/me/delete", { data: { password: secret } });
  await page.evaluate(() => localStorage.clear());
  await openAs(page, leaver, "/account");
  await analyze(page.getByRole("region", { name: "Your account will be deleted" }));
});

test("dashboard", async ({ page, rich, analyze }) => {
  await openAs(page, await addPerson(page), "/dashboard");
  await analyze(page.getByText("not part of any clans yet"));
  await openAs(page, rich.member, "/dashboard");
  await analyze(page.getByText(/ask a clan owner for an invite link/));
  await openAs(page, rich.owner, "/dashboard");
  await expect(page.getByRole("region", { name: "Clan Bulletins" })).toContainText("Raid at eight");
  await page.getByRole("combobox", { name: "Filter clans" }).click();
  await page.getByRole("option", { name: "Owls of Dawn" }).click();
  await analyze(page.getByRole("article", { name: "Owls of Dawn" }));
  await page.getByRole("combobox", { name: "Filter clans" }).press("Escape");
  await page.getByRole("button", { name: "Move Scoreboards" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await analyze(page.getByText("Scoreboards: position 2 of 3."));
  await page.keyboard.press("Escape");
  await click(page, "Options for Member Invites");
  await analyze(page.getByRole("menuitem", { name: "Hide" }));
  await go(page, `/dashboard?board=${rich.boards.shared.id}`);
  await analyze(dialog(page, "Week race"));
  await go(page, `/dashboard?bulletin=${rich.bulletins.read.id}`);
  await analyze(dialog(page, "Raid at eight"));
  await go(page, `/dashboard?clans=${rich.emptyClan.id}`);
  await analyze(page.getByRole("region", { name: "First steps in Herons of Dusk" }));
});

test("every theme", async ({ page, rich, analyze }) => {
  // That the pairs of colours have enough contrast is proved for each theme by contract/src/themes.test.ts.
  await openAs(page, rich.owner, "/dashboard");
  for (const theme of ["forestTheme", "oceanTheme", "amethystTheme", "slateTheme", "tavernTheme"]) {
    await page.evaluate((name) => window.dispatchEvent(new CustomEvent("theme:change", { detail: name })), theme);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await analyze(page.getByRole("article", { name: "Owls of Dawn" }), "where it is");
  }
});

test("my clans and a new one", async ({ page, rich, analyze }) => {
  const { owner, emptyClan } = rich;
  await openAs(page, owner, "/clanmanagement");
  await analyze(page.getByRole("article", { name: "Owls of Dawn" }));
  await go(page, "/clanmanagement?create=clan");
  await click(page, "Create clan");
  await analyze(page.getByLabel("Clan name"));
  await openAs(page, await addPerson(page), "/clanmanagement");
  await analyze(page.getByRole("heading", { name: "No clans yet" }));
  const clans = `/clan-admin/${emptyClan.id}?tab=danger`;
  await openAs(page, owner, clans);
  await click(page, "Archive the clan");
  await analyze(dialog(page, "Archive Herons of Dusk?"));
  await close(page);
  await click(page, "Delete the clan");
  await dialog(page).getByRole("button", { name: "Delete the clan" }).click();
  await analyze(dialog(page).getByText("Type the clan’s name"));
});

test("public boards", async ({ page, rich, analyze }) => {
  const { link, lockedLink, expiredLink } = rich.boards;
  await page.goto(link);
  await page.getByRole("searchbox", { name: "Find a player" }).fill("a");
  await analyze(page.getByText(/of 9 players/));
  await page.goto(`${link}?embed=1`);
  await analyze(page.getByRole("table", { name: /^Standings/ }));
  await openAs(page, rich.member, link);
  await analyze(page.getByRole("row").filter({ hasText: "you" }));
  await page.goto(lockedLink);
  await page.getByLabel("Passcode").fill("hoot");
  await click(page, "Open the board");
  await analyze(page.getByRole("alert").filter({ hasText: "Wrong passcode" }));
  await expect.poll(async () => (await page.request.get(expiredLink)).status()).toBe(410);
  for (const path of [expiredLink, `/scoreboard/${"a".repeat(43)}`]) {
    await page.goto(path);
    await analyze(title(page));
  }
});

test("administration", async ({ page, analyze }) => {
  await openAs(page, { id: personId("admin") }, "/dashboard");
  await click(page, "Admin");
  await analyze(page.getByRole("menuitem", { name: "Manage Games" }), "where it is");
  await resize(page, "phone");
  await click(page, "Menu");
  await analyze(page.getByRole("link", { name: "Manage Games" }));
  await resize(page, "wide");
  await page.goto("/admin");
  await analyze(page.getByRole("region", { name: "Health" }).getByText(/Version/));
  await go(page, "/admin?admins=1");
  await click(page, "Grant app admin");
  await dialog(page).getByRole("button", { name: "Grant app admin" }).click();
  await dialog(page).getByRole("searchbox").fill("kara@clanhall");
  await analyze(dialog(page).getByRole("list", { name: "Users found" }));
  await page.goto("/admin/games");
  await analyze(page.getByRole("switch"));
  await click(page, "Actions for Clash of Clans");
  await analyze(page.getByRole("menu", { name: "Actions for Clash of Clans" }), "where it is");
  await page.keyboard.press("Escape");
  await click(page, "Import file");
  await analyze(dialog(page, "Import games"));
  await close(page);
  await click(page, "Add game");
  await dialog(page).getByRole("button", { name: "Add a template" }).click();
  await dialog(page).getByRole("button", { name: "Add game" }).click();
  await analyze(dialog(page).getByLabel("Template’s name"));
  await page.goto("/admin/users?q=nobody%20at%20all");
  await analyze(page.getByRole("heading", { name: "Nobody matches" }));
  await go(page, "/admin/users?q=kara@clanhall");
  await analyze(page.getByText("1 of 1 user"));
  await go(page, `/admin/users/${personId("user")}`);
  await analyze(page.getByRole("region", { name: "Sign-in activity" }));
  await click(page, "Suspend");
  await dialog(page).getByRole("button", { name: "Suspend" }).click();
  await analyze(dialog(page).getByText("Give a reason of at least 5 characters."));
});

test("without a connection", async ({ page, rich, context, analyze }) => {
  await openAs(page, rich.owner, "/dashboard");
  await expect(page.getByRole("article", { name: "Owls of Dawn" })).toBeVisible();
  await context.setOffline(true);
  await analyze(page.getByRole("alertdialog", { name: "You’re offline" }));
  await context.setOffline(false);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.route(/\/(api|health)/, (route) =>
    route.fulfill({ status: 503, json: { error: "away", message: "away" } }),
  );
  await page.reload();
  await analyze(page.getByRole("alertdialog", { name: "Service unavailable" }));
});

test("every visit has a test", async () => {
  const files = ["accessibility.spec.ts", "accessibility-clan.spec.ts"];
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), "utf8")));
  const titles = sources.flatMap((source) => Array.from(source.matchAll(/test\(\s*"([^"]+)"/g), ([, found]) => found));
  expect(titles).toEqual(expect.arrayContaining(Object.values(visits)));
});
