import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, isPhone, personId, test } from "./fixtures.ts";

/** The navigation as this screen offers it: in the top bar, or behind the menu button. */
async function openNavigation(page: Page) {
  if (!isPhone(page)) return page.getByRole("banner");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  return page.getByRole("dialog");
}

test("a visitor who asks for a protected screen lands on the landing page", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/");
});

test("a visitor finds Home, Login and Sign Up", async ({ page }) => {
  await page.goto("/login");
  const navigation = await openNavigation(page);
  for (const name of ["Home", "Login", "Sign Up"]) await expect(navigation.getByRole("link", { name })).toBeVisible();
  await expect(navigation.getByText("Dashboard")).toHaveCount(0);
  await expectAccessible(page);
});

test("a signed-in user moves between screens, and the title follows", async ({ signedInAs }) => {
  const page = await signedInAs("user");
  await page.goto("/dashboard");
  await expect(page).toHaveTitle("Dashboard – Clanhall");
  const navigation = await openNavigation(page);
  await navigation.getByRole("link", { name: "My Clans" }).click();
  await expect(page).toHaveURL("/clanmanagement");
  await expect(page).toHaveTitle("My Clans – Clanhall");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("a plain user has no Admin menu and is led away from admin screens", async ({ signedInAs }) => {
  const page = await signedInAs("user");
  await page.goto("/admin/users");
  await expect(page).toHaveURL("/dashboard");
  const navigation = await openNavigation(page);
  await expect(navigation.getByText("Manage Users")).toHaveCount(0);
  await expect(navigation.getByRole("button", { name: "Admin" })).toHaveCount(0);
});

test("an app admin reaches the admin screens by menu", async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  await page.goto("/dashboard");
  const navigation = await openNavigation(page);
  if (!isPhone(page)) await navigation.getByRole("button", { name: "Admin" }).click();
  await expectAccessible(page);
  await page.getByRole(isPhone(page) ? "link" : "menuitem", { name: "Manage Games" }).click();
  await expect(page).toHaveURL("/admin/games");
  await expect(page).toHaveTitle("Manage Games – Clanhall");
});

test("logging out ends on the login screen, and going back does not return", async ({ page }) => {
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

test("a theme is kept, and changes at once by the window's event", async ({ signedInAs }) => {
  const page = await signedInAs("user");
  await page.goto("/dashboard");
  await page.evaluate(() => window.dispatchEvent(new CustomEvent("theme:change", { detail: "oceanTheme" })));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "oceanTheme");
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute("content", "#0F6470");
});
