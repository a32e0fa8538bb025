import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { readMail } from "./helpers/mailbox.ts";
import {
  fillLogin,
  logIn,
  newAddress,
  openOtherBrowser,
  secret,
  signUp,
  signUpConfirmed,
  strictInstallation,
} from "./helpers/auth.ts";

function card(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

test("a player changes name, time zone and theme, and finds them again after a reload", async ({ page }) => {
  await signUp(page);
  await page.goto("/account");
  await page.getByLabel("Display name").fill("Kara of the North");
  await page.getByRole("combobox", { name: "Time zone" }).fill("reyk");
  await page.getByRole("option", { name: /Reykjavik/ }).click();
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(card(page, "About you").getByRole("status")).toHaveText("Saved");
  await page.getByRole("radio", { name: "Forest" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "forestTheme");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.reload();
  await expect(page.getByLabel("Display name")).toHaveValue("Kara of the North");
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Atlantic/Reykjavik");
  await expect(page.getByRole("radio", { name: "Forest" })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "forestTheme");
});

test.describe("trouble", () => {
  test.use({ allowedNoise: /status of 409|ERR_INTERNET_DISCONNECTED/ });

  test("two tabs change the same name: the second is asked, and nothing typed is lost", async ({ page, context }) => {
    await signUp(page);
    await page.goto("/account");
    const second = await context.newPage();
    await second.goto("/account");
    for (const [tab, name] of [
      [second, "Kara the Second"],
      [page, "Kara the First"],
    ] as const) {
      await tab.getByLabel("Display name").fill(name);
      await tab.getByRole("button", { name: "Save profile" }).click();
      await expect(tab.getByText(tab === page ? "Changed elsewhere" : "Saved", { exact: true })).toBeVisible();
    }
    await expect(page.getByRole("alert").first()).toContainText("the name is “Kara the Second”");
    await expect(page.getByLabel("Display name")).toHaveValue("Kara the First");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(card(page, "About you").getByRole("status")).toHaveText("Saved");
    await second.reload();
    await expect(second.getByLabel("Display name")).toHaveValue("Kara the First");
  });

  test("a line that drops while saving is told, and what was typed can be saved afterwards", async ({ page }) => {
    await signUp(page);
    await page.goto("/account");
    let isDown = true;
    await page.route(/\/api\//, (route) =>
      isDown && route.request().method() === "PUT" ? route.abort("internetdisconnected") : route.fallback(),
    );
    await page.getByLabel("Display name").fill("Kara the Patient");
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(card(page, "About you").getByRole("alert")).toContainText("What you typed is still here");
    await expect(page.getByLabel("Display name")).toHaveValue("Kara the Patient");
    isDown = false;
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(card(page, "About you").getByRole("status")).toHaveText("Saved");
  });
});

test.describe("with confirmed addresses", () => {
  test.use({ baseURL: strictInstallation });

  test("a new e-mail address counts once both addresses have confirmed it", async ({ page, browser }) => {
    const email = await signUpConfirmed(page);
    const wanted = newAddress();
    await page.goto("/account");
    await page.getByRole("button", { name: "Change e-mail" }).click();
    await page.getByLabel("New e-mail").fill(wanted);
    await page.getByRole("button", { name: "Change e-mail" }).click();
    await expect(card(page, "E-mail")).toContainText(`You asked to change it to ${wanted}.`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const other = await openOtherBrowser(browser);
    await other.goto((await readMail(page, wanted, "Confirm your new address")).link);
    await other.getByRole("button", { name: "Confirm my address" }).click();
    await expect(other.getByRole("heading", { level: 1, name: "One address is confirmed" })).toBeVisible();
    await expectAccessible(other);
    await page.goto((await readMail(page, email, "Confirm the change")).link);
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await expect(page).toHaveURL("/account?section=profile");
    await expect(page.getByText("Your new address is confirmed")).toBeVisible();
    await expect(card(page, "E-mail")).toContainText(wanted);
    await expect(card(page, "E-mail")).not.toContainText(email);
    await logIn(other, wanted);
  });
});

test.describe("refused", () => {
  test.use({ allowedNoise: /status of 4\d\d/ });

  test("a player sees where they are signed in and who tried, and puts the other browser out", async ({
    page,
    browser,
  }) => {
    const email = await signUp(page);
    const other = await openOtherBrowser(browser);
    await other.goto("/login");
    await fillLogin(other, email, "not the right one");
    await expect(other.getByRole("alert")).toBeVisible();
    await logIn(other, email);

    await page.goto("/account?section=security");
    await expect(card(page, "Recent sign-ins").getByRole("listitem").filter({ hasText: "Failed" })).toHaveCount(1);
    const places = card(page, "Where you are signed in").getByRole("listitem");
    await expect(places).toHaveCount(2);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await places.getByRole("button", { name: "Sign out" }).click();
    await expect(places).toHaveCount(1);
    await expect(places).toContainText("This device");
    await other.goto("/account");
    await expect(other).toHaveURL("/");
  });

  test("a new password needs the old one and puts the other browser out", async ({ page, browser }) => {
    const email = await signUp(page);
    const other = await openOtherBrowser(browser);
    await logIn(other, email);
    await page.goto("/account?section=security");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("Current password").fill("not the right one");
    await page.getByLabel("New password", { exact: true }).fill("owls hunt by moonlight");
    await page.getByLabel("New password again").fill("owls hunt by moonlight");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("This is not your current password.")).toBeVisible();
    await expect(page.getByLabel("Current password")).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel("Current password").fill(secret);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed. Your other devices are signed out.")).toBeVisible();
    await other.goto("/account");
    await expect(other).toHaveURL("/");
    await logIn(other, email, "owls hunt by moonlight");
  });
});

test("a player orders the dashboard, chooses what strangers see, and takes their data along", async ({ page }) => {
  const email = await signUp(page);
  await page.goto("/account?section=dashboard");
  const widgets = card(page, "Dashboard").getByRole("listitem");
  await expect(widgets).toHaveCount(3);
  await expect(widgets.first()).toContainText("Scoreboards");
  await page.getByRole("button", { name: "Move down Scoreboards" }).click();
  await page.getByRole("checkbox", { name: "Show Member Invites" }).uncheck();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save dashboard" }).click();
  await expect(page.getByText("Dashboard settings saved")).toBeVisible();
  await page.reload();
  await expect(widgets.nth(1)).toContainText("Scoreboards");
  await expect(page.getByRole("checkbox", { name: "Show Member Invites" })).not.toBeChecked();

  await page.getByRole("navigation", { name: "Account sections" }).getByRole("link", { name: "Privacy" }).click();
  await page.getByRole("radio", { name: /Hidden player/ }).click();
  await expect(page.getByRole("radio", { name: /Hidden player/ })).toBeChecked();
  await expect(card(page, "My name on public boards").getByRole("status")).toHaveText("Saved");
  await page.getByRole("checkbox", { name: "Do not count what I do" }).click();
  await expect(page.getByRole("checkbox", { name: "Do not count what I do" })).toBeChecked();
  await expect(card(page, "Usage statistics").getByRole("status")).toHaveText("Saved");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain(email);
  await page.reload();
  await expect(page.getByRole("radio", { name: /Hidden player/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Do not count what I do" })).toBeChecked();
});

test("a player asks for the account to be deleted, and changes their mind in time", async ({ page }) => {
  const email = await signUp(page);
  await page.goto("/account?section=privacy");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("Enter your password.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByLabel("Password", { exact: true }).fill(secret);
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog).toHaveCount(0);
  await readMail(page, email, "account will be deleted");

  await page.goto("/account");
  const notice = card(page, "Your account will be deleted");
  await expect(notice).toContainText("Until then everything works as before");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await notice.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText("Your account stays")).toBeVisible();
  await expect(notice).toHaveCount(0);
});
