import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { readMail } from "./helpers/mailbox.ts";
import { expectDashboard, fillLogin, haveAccount, openOtherBrowser } from "./helpers/auth.ts";

test.use({ allowedNoise: /status of 4\d\d/ });

const newSecret = "owls hunt by moonlight";

async function askForLink(page: Page, email: string) {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.getByRole("button", { name: "Create the link" }).click();
  await expect(page.getByRole("heading", { name: "Ask the administrator" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText("This site sends no mail.");
  await expect(page.getByRole("main")).toContainText("clanhall mail list");
}

async function openLink(page: Page, email: string): Promise<string> {
  const { link } = await readMail(page, email, "Choose a new password");
  await page.goto(link);
  await page.getByRole("button", { name: "Choose a new password" }).click();
  return link;
}

async function chooseNewPassword(page: Page) {
  await page.getByLabel("New password", { exact: true }).fill(newSecret);
  await page.getByLabel("Repeat new password").fill(newSecret);
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expect(page).toHaveURL("/dashboard");
}

test("U14: without a mail server a forgotten password is replaced by a link that is handed over: other devices are out, and only the new one counts @wide", async ({
  page,
  browser,
}) => {
  const other = await openOtherBrowser(browser);
  const { email } = await haveAccount(other);
  await askForLink(page, email);
  const link = await openLink(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeFocused();
  await expect(page).toHaveURL("/reset-password");
  await chooseNewPassword(page);
  await expect(page.getByText("Password changed. Your other devices are signed out.")).toBeVisible();

  await other.goto("/account");
  await expect(other).toHaveURL("/");
  await other.goto("/login");
  await fillLogin(other, email);
  await expect(other.getByRole("alert")).toContainText("E-mail and password do not match.");
  await fillLogin(other, email, newSecret);
  await expectDashboard(other);

  await page.goto(link);
  await page.getByRole("button", { name: "Choose a new password" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This link has expired or has already been used. Ask for a new one.",
  );
  await expect(page.getByRole("button", { name: "Create the link" })).toBeVisible();
});
