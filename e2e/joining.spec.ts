import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  fillLogin,
  fillSignUp,
  logOut,
  newAddress,
  openOtherBrowser,
  signUpConfirmed,
  strictInstallation,
} from "./helpers/auth.ts";
import { addAuthenticator, codeFrom } from "./helpers/authenticator.ts";
import { readMail } from "./helpers/mailbox.ts";
import { addClan, addPerson, addPlayers, callAs, openAs } from "./helpers/people.ts";

test.use({ baseURL: strictInstallation, allowedNoise: /status of 4\d\d/ });

async function ask(page: Page, name: string) {
  await expect(page.getByRole("heading", { level: 1, name: "Join Ember Wolves" })).toBeVisible();
  await page.getByLabel("Your name in the game").fill(name);
  await page.getByRole("button", { name: "Ask to join" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You have asked to join" })).toBeVisible();
  await expect(page.getByText("Ember Wolves’ officers decide. You get a mail.")).toBeVisible();
}

test("newcomers reach the one link by mail, with Discord and with a second factor, and are let in together @wide", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Ember Wolves", "Boss");
  await addPlayers(page, owner, clan, ["Bram"]);
  const draft = { method: "PUT", data: { is_on: true, version: null } };
  const { url } = await callAs<{ url: string }>(page, owner, `/clans/${clan.id}/join-link`, draft);
  const path = new URL(url).pathname;

  // The mail is opened in another browser than the link.
  const email = newAddress();
  await page.goto(path);
  await expect(page.getByText("Bram")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await fillSignUp(page, email);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  const { link } = await readMail(page, email, "Confirm your address");
  const byMail = await openOtherBrowser(browser);
  await byMail.goto(link);
  await byMail.getByRole("button", { name: "Confirm my address" }).click();
  await expect(byMail).toHaveURL(new RegExp(`${path}$`));
  await ask(byMail, "Nia");

  // Who turns back at Discord is where they were, and can go on.
  const byDiscord = await openOtherBrowser(browser);
  await byDiscord.goto(new URL(path, strictInstallation).href);
  const providers = byDiscord.getByRole("button", { name: /^Continue with/ });
  await expect(providers.first()).toHaveText("Continue with Discord");
  await providers.first().click();
  await byDiscord.getByRole("link", { name: "Cancel" }).click();
  await expect(byDiscord.getByText("The other site did not sign you in. Nothing was changed.")).toBeVisible();
  await byDiscord.goto(new URL(path, strictInstallation).href);
  await providers.first().click();
  await expect(byDiscord.getByText("identify email")).toBeVisible();
  await byDiscord.getByRole("link", { name: "Authorize" }).click();
  await expect(byDiscord).toHaveURL(new RegExp(`${path}$`));
  await ask(byDiscord, "Bram");

  const careful = await signUpConfirmed(page);
  const { key } = await addAuthenticator(page);
  await logOut(page);
  await page.goto(path);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await fillLogin(page, careful);
  await page.getByLabel("Code").fill(codeFrom(key, "next"));
  await expect(page).toHaveURL(path);
  await ask(page, "Tariq");

  const officer = await openOtherBrowser(browser);
  await openAs(officer, owner, new URL(`/manage-players?clan=${clan.id}&view=requests`, strictInstallation).href);
  await expect(officer.getByText("signs in with Discord · Nia Owl on Discord")).toBeVisible();
  for (const name of ["Nia", "Tariq"]) await officer.getByRole("checkbox", { name }).check();
  await officer.getByRole("button", { name: "Approve 2" }).click();
  await expect(officer.getByText("2 people let in")).toBeVisible();
  await officer.getByRole("button", { name: "Approve as Bram" }).click();
  await expect(officer.getByText("No requests to join right now.")).toBeVisible();

  for (const one of [byMail, byDiscord, page]) {
    await one.goto(new URL(path, strictInstallation).href);
    await expect(one.getByRole("heading", { level: 1, name: "You are in" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/clan/${clan.id}`));
});
