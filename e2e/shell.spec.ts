import type { Page } from "@playwright/test";
import { expect, isPhone, personId, test } from "./fixtures.ts";

/** The navigation as this screen offers it: in the top bar, or behind the menu button. */
async function openNavigation(page: Page) {
  if (!isPhone(page)) return page.getByRole("banner");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  return page.getByRole("dialog");
}

test("a signed-in user moves between screens, and the title follows", async ({ signedInAs }) => {
  const page = await signedInAs("user");
  await page.goto("/dashboard");
  await expect(page).toHaveTitle("Dashboard – Clanhall");
  const navigation = await openNavigation(page);
  await navigation.getByRole("link", { name: "My Clans" }).click();
  await expect(page).toHaveURL("/clanmanagement");
  await expect(page).toHaveTitle("My Clans – Clanhall");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("logging out ends on the login screen, and going back does not return", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/login");
  await page.evaluate((id) => localStorage.setItem("dev_user_id", id), personId("user"));
  await page.goto("/account");
  const navigation = await openNavigation(page);
  if (!isPhone(page)) await navigation.getByRole("button", { name: "Account" }).click();
  await page.getByRole(isPhone(page) ? "button" : "menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/account");
  await expect(page).toHaveURL("/");
});

test("a theme is kept, and changes at once by the window's event", { tag: "@wide" }, async ({ signedInAs }) => {
  const page = await signedInAs("user");
  await page.goto("/dashboard");
  await page.evaluate(() => window.dispatchEvent(new CustomEvent("theme:change", { detail: "oceanTheme" })));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "oceanTheme");
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute("content", "#0F6470");
});
