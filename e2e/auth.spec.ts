import { expect, test } from "./fixtures.ts";
import { fillLogin, logOut, signUp } from "./helpers/auth.ts";

test("a player logs out and in again", { tag: "@phone" }, async ({ page }) => {
  const email = await signUp(page);
  await logOut(page);
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/");
  await page.goto("/login?next=/account");
  await fillLogin(page, `  ${email.toUpperCase()} `);
  await expect(page).toHaveURL("/account");
  await page.goto("/login");
  await expect(page).toHaveURL("/dashboard");
});

test(
  "somebody who is signed out in another tab is led to the landing page",
  { tag: "@wide" },
  async ({ page, context }) => {
    await signUp(page);
    const second = await context.newPage();
    await second.goto("/account");
    await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
    await logOut(page);
    await expect(second).toHaveURL("/");
  },
);
