import type { Page } from "@playwright/test";
import { addAuthenticator, codeFrom } from "./helpers/authenticator.ts";
import { expect, expectSound, test } from "./fixtures.ts";
import { readMail } from "./helpers/mailbox.ts";
import { addClan, addInvite, addPerson, addPlayers, callAs, openAs, otherCode } from "./helpers/people.ts";
import {
  expectDashboard,
  fillLogin,
  fillSignUp,
  logOut,
  newAddress,
  signUp,
  strictInstallation,
} from "./helpers/auth.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });

/** An owner with one player who is invited. */
async function inviteCorvin(page: Page) {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Dawn");
  const { Corvin } = await addPlayers(page, owner, clan, ["Corvin"]);
  return { owner, clan, invite: await addInvite(page, owner, Corvin) };
}

async function expectJoined(page: Page) {
  await expectDashboard(page);
  await expect(page.getByText("You are Corvin in Owls of Dawn now")).toBeVisible();
}

test("an invited player opens the link, slips, types the right code, signs up and is in the clan", async ({ page }) => {
  const { owner, clan, invite } = await inviteCorvin(page);
  await page.goto(invite.link);
  await expect(page.getByRole("heading", { level: 1, name: "You are invited" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Owls");
  await expectSound(page);
  await page.getByLabel("Code").fill(otherCode(invite.code));
  await expect(page.getByText("Link and code do not fit.")).toBeVisible();
  await expect(page.getByLabel("Code")).toHaveValue("");
  await expect(page.getByLabel("Code")).toBeFocused();
  await expectSound(page);
  await page.getByLabel("Code").fill(invite.code);
  await expect(page.getByRole("heading", { level: 1, name: "Join Owls of Dawn" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("You will be linked to Corvin");
  await expectSound(page);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  const email = newAddress();
  await fillSignUp(page, email);
  await expect(page.getByRole("button", { name: `Continue as ${email}` })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: `Continue as ${email}` }).click();
  await expectJoined(page);

  await page.goto(invite.link);
  await expect(page.getByRole("heading", { level: 1, name: "You used this invite already" })).toBeVisible();
  await expectSound(page);
  const list = await callAs<{ invites: unknown[] }>(page, owner, `/clans/${clan.id}/invites`);
  expect(list.invites).toMatchObject([{ id: invite.id, is_processed: true }]);
});

test("the invite waits while a player with a second factor logs in", async ({ page }) => {
  const { invite } = await inviteCorvin(page);
  const email = await signUp(page);
  const { key } = await addAuthenticator(page);
  await logOut(page);
  await page.goto(invite.link);
  await page.getByLabel("Code").fill(invite.code);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await fillLogin(page, email);
  await expect(page.getByRole("heading", { name: "Code from your app" })).toBeVisible();
  await page.getByLabel("Code").fill(codeFrom(key, "next"));
  await page.getByRole("button", { name: `Continue as ${email}` }).click();
  await expectJoined(page);
});

test("a link that was used by another or cancelled says so", async ({ page }) => {
  const { owner, clan, invite } = await inviteCorvin(page);
  const stranger = await addPerson(page);
  const { Dara } = await addPlayers(page, owner, clan, ["Dara"]);
  const cancelled = await addInvite(page, owner, Dara);
  await callAs(page, owner, `/invites/${cancelled.id}`, { method: "DELETE" });
  await openAs(page, stranger, invite.link);
  await page.getByLabel("Code").fill(invite.code);
  await page.getByRole("button", { name: /^Continue as/ }).click();
  await expectJoined(page);

  await openAs(page, await addPerson(page), invite.link);
  await expect(page.getByRole("heading", { level: 1, name: "This invite was used already" })).toBeVisible();
  await expectSound(page);
  await page.goto(cancelled.link);
  await expect(page.getByRole("heading", { level: 1, name: "This invite was cancelled" })).toBeVisible();
  await expectSound(page);
});

test("after five wrong codes the invite takes none, and says for how long", async ({ page }) => {
  const { invite } = await inviteCorvin(page);
  await page.goto(invite.link);
  const wrong = otherCode(invite.code);
  for (const triesLeft of ["4 tries are left", "3 tries are left", "2 tries are left", "1 try is left"]) {
    await page.getByLabel("Code").fill(wrong);
    await expect(page.getByText(triesLeft)).toBeVisible();
  }
  await page.getByLabel("Code").fill(wrong);
  await expect(page.getByRole("alert").filter({ hasText: "Too many wrong codes." })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
  await expect(page.getByLabel("Code")).not.toBeEditable();
  await expectSound(page);
});

test("an owner gives an invite a new code, more time, and takes it back", async ({ page }) => {
  const { owner, clan, invite } = await inviteCorvin(page);
  await openAs(page, owner, `/invites?clan=${clan.id}`);
  await expectSound(page);
  await page.getByRole("link", { name: /^Open 1$/ }).click();
  await page.getByRole("button", { name: "More of Corvin" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite for Corvin" });
  await expect(dialog).toContainText(invite.code);
  await expectSound(page);
  await dialog.getByRole("button", { name: "New code" }).click();
  await expect(dialog.getByText("There is a new code; the old one no longer works.")).toBeVisible();
  await dialog.getByRole("button", { name: "Extend" }).click();
  await dialog.getByLabel("Works for").selectOption("30 days");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Count from now" }).click();
  await expect(dialog.getByText("Extended", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel invite" }).click();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Cancel it now" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Cancelled 1$/ })).toBeVisible();
});

test.describe("where addresses have to be confirmed", () => {
  test.use({ baseURL: strictInstallation });

  test("the invite waits while a new player signs up and confirms the address in another tab", async ({
    page,
    context,
  }) => {
    const { invite } = await inviteCorvin(page);
    await page.goto(invite.link);
    await page.getByLabel("Code").fill(invite.code);
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    const email = newAddress();
    await fillSignUp(page, email);
    await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
    const { link } = await readMail(page, email, "Confirm your address");
    const tab = await context.newPage();
    await tab.goto(link);
    await tab.getByRole("button", { name: "Confirm my address" }).click();
    await expect(tab).toHaveURL(invite.link);
    await tab.getByRole("button", { name: `Continue as ${email}` }).click();
    await expectJoined(tab);
  });

  test("the invite waits while another site vouches for the player", { tag: "@wide" }, async ({ page }) => {
    const { invite } = await inviteCorvin(page);
    await page.goto(invite.link);
    await page.getByLabel("Code").fill(invite.code);
    await page.getByRole("button", { name: "Continue with Guild ID" }).click();
    await page.getByRole("link", { name: "invited", exact: true }).click();
    await page.getByRole("button", { name: "Continue as invited@guild.example" }).click();
    await expectJoined(page);
  });
});
