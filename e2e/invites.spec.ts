import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { readMail } from "./helpers/mailbox.ts";
import { addClan, addInvite, addPerson, addPlayers, callAs, otherCode } from "./helpers/people.ts";
import { expectDashboard, fillSignUp, newAddress, strictInstallation } from "./helpers/auth.ts";
import { expectToast } from "./helpers/toasts.ts";

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
  await expectToast(page, "You are Corvin in Owls of Dawn now");
}

test(
  "an invited player opens the link, slips, types the right code, signs up and is in the clan",
  { tag: "@phone" },
  async ({ page }) => {
    const { owner, clan, invite } = await inviteCorvin(page);
    await page.goto(invite.link);
    await expect(page.getByRole("heading", { level: 1, name: "You are invited" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("Owls");
    await page.getByLabel("Code").fill(otherCode(invite.code));
    await expect(page.getByText("The code does not match this link.")).toBeVisible();
    await expect(page.getByLabel("Code")).toHaveValue("");
    await expect(page.getByLabel("Code")).toBeFocused();
    await page.getByLabel("Code").fill(invite.code);
    await expect(page.getByRole("heading", { level: 1, name: "Join Owls of Dawn" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("You will be linked to Corvin");
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    const email = newAddress();
    await fillSignUp(page, email);
    await expect(page.getByRole("button", { name: `Continue as ${email}` })).toBeVisible();
    await page.getByRole("button", { name: `Continue as ${email}` }).click();
    await expectJoined(page);

    await page.goto(invite.link);
    await expect(page.getByRole("heading", { level: 1, name: "You have already used this invite" })).toBeVisible();
    const list = await callAs<{ invites: unknown[] }>(page, owner, `/clans/${clan.id}/invites`);
    expect(list.invites).toMatchObject([{ id: invite.id, is_processed: true }]);
  },
);

test.describe("where addresses have to be confirmed", () => {
  test.use({ baseURL: strictInstallation });

  test(
    "the invite waits while a new player signs up and confirms the address in another tab",
    { tag: "@phone" },
    async ({ page, context }) => {
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
    },
  );
});
