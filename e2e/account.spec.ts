import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { readMail } from "./helpers/mailbox.ts";
import {
  fillLogin,
  haveAccount,
  haveLoggedIn,
  logIn,
  newAddress,
  openOtherBrowser,
  signUpConfirmed,
  strictInstallation,
} from "./helpers/auth.ts";

function card(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

test.describe("with confirmed addresses", () => {
  test.use({ baseURL: strictInstallation });

  test(
    "a new e-mail address counts once both addresses have confirmed it",
    { tag: "@wide" },
    async ({ page, browser }) => {
      const email = await signUpConfirmed(page);
      const wanted = newAddress();
      await page.goto("/account");
      await page.getByRole("button", { name: "Change e-mail" }).click();
      await page.getByLabel("New e-mail").fill(wanted);
      await page.getByRole("button", { name: "Change e-mail" }).click();
      await expect(card(page, "E-mail")).toContainText(`You asked to change it to ${wanted}.`);

      const other = await openOtherBrowser(browser);
      await other.goto((await readMail(page, wanted, "Confirm your new address")).link);
      await other.getByRole("button", { name: "Confirm my address" }).click();
      await expect(other.getByRole("heading", { level: 1, name: "One address is confirmed" })).toBeVisible();
      await page.goto((await readMail(page, email, "Confirm the change")).link);
      await page.getByRole("button", { name: "Confirm my address" }).click();
      await expect(page).toHaveURL("/account?tab=profile");
      await expect(page.getByText("Your new address is confirmed")).toBeVisible();
      await expect(card(page, "E-mail")).toContainText(wanted);
      await expect(card(page, "E-mail")).not.toContainText(email);
      await logIn(other, wanted);
    },
  );
});

test.describe("refused", () => {
  test.use({ allowedNoise: /status of 4\d\d/ });

  test(
    "a player sees where they are signed in and who tried, and puts the other browser out",
    { tag: "@phone" },
    async ({ page, browser }) => {
      const { email } = await haveAccount(page);
      const other = await openOtherBrowser(browser);
      await other.goto("/login");
      await fillLogin(other, email, "not the right one");
      await expect(other.getByRole("alert")).toBeVisible();
      await haveLoggedIn(other, email);

      await page.goto("/account?tab=security");
      await expect(card(page, "Recent sign-ins").getByRole("listitem").filter({ hasText: "Failed" })).toHaveCount(1);
      const addresses = card(page, "Where you are signed in").getByRole("listitem");
      await expect(addresses).toHaveCount(2);
      await addresses.getByRole("button", { name: "Sign out" }).click();
      await expect(addresses).toHaveCount(1);
      await expect(addresses).toContainText("This device");
      await other.goto("/account");
      await expect(other).toHaveURL("/");
    },
  );
});
