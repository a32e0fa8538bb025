import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { logOut, signUpConfirmed, strictInstallation } from "./helpers/auth.ts";

test.use({ baseURL: strictInstallation, allowedNoise: /status of 4\d\d/ });

async function continueAs(page: Page, account: string) {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Guild ID" }).click();
  await page.getByRole("link", { name: account, exact: true }).click();
}

/** What loads above the button must not move it away from under a pointer. */
async function expectNoLayoutShift(page: Page) {
  const passkeys = Promise.withResolvers<void>();
  await page.route(/passkey-sign-in/, async (route) => {
    await passkeys.promise;
    await route.continue();
  });
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Continue with Guild ID" });
  const atFirst = await button.boundingBox();
  passkeys.resolve();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  expect(await button.boundingBox()).toEqual(atFirst);
}

test("a player whom another site vouches for gets in, and cannot give up the only way in @wide", async ({ page }) => {
  await expectNoLayoutShift(page);
  await continueAs(page, "owl");
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/account?tab=security");
  const unlink = page.getByRole("button", { name: "Unlink Guild ID" });
  await expect(unlink).toBeDisabled();
  await expect(unlink).toHaveAccessibleDescription(
    "This is your only sign-in method. Set a password or link another account first.",
  );
  await logOut(page);
  // The other site still knows who this is and asks nothing.
  await page.getByRole("button", { name: "Continue with Guild ID" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a player links the other site, gets in by it, and unlinks it again @wide", async ({ page }) => {
  await signUpConfirmed(page);
  await page.goto("/account?tab=security");
  await page.getByRole("button", { name: "Link Guild ID" }).click();
  await page.getByRole("link", { name: "linked" }).click();
  const card = page.getByRole("region", { name: "Sign-in methods" });
  await expect(card).toContainText("linked@guild.example");
  await expect(page).toHaveURL("/account?tab=security");
  await logOut(page);
  await page.getByRole("button", { name: "Continue with Guild ID" }).click();
  await expect(page).toHaveURL("/dashboard");

  await page.goto("/account?tab=security");
  await card.getByRole("button", { name: "Unlink Guild ID" }).click();
  const dialog = page.getByRole("dialog", { name: "Unlink Guild ID?" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Unlink" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText("No account of another service is linked.");
});
