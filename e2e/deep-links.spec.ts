import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { fillSignUp, newAddress, strictInstallation } from "./helpers/auth.ts";
import { readMail } from "./helpers/mailbox.ts";

test.use({ baseURL: strictInstallation, allowedNoise: /status of 4\d\d/ });

const wanted = "/account?tab=security";

/** A visitor follows somebody's link, and is sent to the landing page. */
async function follow(page: Page) {
  await page.goto(wanted);
  await expect(page).toHaveURL("/");
}

async function expectArrived(page: Page) {
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole("heading", { level: 1, name: "Account Settings" })).toBeVisible();
}

test("a link survives signing in with another site, and signing up with the mail opened in another tab @wide", async ({
  page,
  visitor,
}) => {
  await follow(page);
  await page.getByRole("main").getByRole("link", { name: "Login" }).first().click();
  await expect(page.getByText("After logging in you go on to Account Settings.")).toBeVisible();
  await page.getByRole("button", { name: "Continue with Guild ID" }).click();
  await page.getByRole("link", { name: "deep", exact: true }).click();
  await expectArrived(page);

  const newcomer = await visitor({ baseURL: strictInstallation });
  const email = newAddress();
  await follow(newcomer);
  await newcomer.getByRole("main").getByRole("link", { name: "Sign Up" }).first().click();
  await fillSignUp(newcomer, email);
  await expect(newcomer.getByRole("heading", { name: "Check your mail" })).toBeFocused();
  const { link } = await readMail(newcomer, email, "Confirm your address");
  const mailTab = await newcomer.context().newPage();
  await mailTab.goto(link);
  await mailTab.getByRole("button", { name: "Confirm my address" }).click();
  await expectArrived(mailTab);
  await expectArrived(newcomer);
});
