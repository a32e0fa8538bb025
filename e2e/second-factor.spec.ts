import { addAuthenticator, codeFrom, keepRecoveryCodes, startAuthenticator } from "./helpers/authenticator.ts";
import { expect, test } from "./fixtures.ts";
import { expectDashboard, fillLogin, haveAccount, logOut } from "./helpers/auth.ts";

test.use({ allowedNoise: /status of 4\d\d/ });

const wrongCode = "000000";

test("a player adds an authenticator app and keeps the recovery codes, which are shown once @phone", async ({
  page,
}) => {
  await haveAccount(page);
  const key = await startAuthenticator(page);
  await page.getByLabel("Code from the app").fill(wrongCode);
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText("This code is not right. Wait for the next one and try again.")).toBeVisible();
  await page.getByLabel("Code from the app").fill(codeFrom(key, "now"));
  await page.getByRole("button", { name: "Turn it on" }).click();

  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const codes = await keepRecoveryCodes(page);
  expect(new Set(codes).size).toBe(codes.length);
  const card = page.getByRole("region", { name: "Second factor" });
  await expect(card).toContainText(`${codes.length} of ${codes.length} left.`);
  await expect(card.getByRole("button", { name: "Remove Authenticator app" })).toBeVisible();
  await page.reload();
  await expect(card).toContainText(`${codes.length} of ${codes.length} left.`);
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);
});

test("half a sign-in opens nothing, survives a reload, and the right code completes it in every tab @phone", async ({
  page,
  context,
}) => {
  const { email } = await haveAccount(page);
  const { key } = await addAuthenticator(page);
  await logOut(page);
  await page.goto("/login?next=/account");
  await fillLogin(page, email);
  const step = page.getByRole("heading", { level: 1, name: "Confirm it’s you" });
  await expect(step).toBeFocused();
  await page.reload();
  await expect(step).toBeVisible();

  const second = await context.newPage();
  await second.goto("/dashboard");
  await expect(second.getByRole("heading", { level: 1, name: "Confirm it’s you" })).toBeVisible();
  await page.getByLabel("Code").fill(wrongCode);
  await expect(page.getByText("This code is not right. Type the one your app shows now.")).toBeVisible();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill(codeFrom(key, "next"));
  await expect(page).toHaveURL("/account");
  await expect(second).toHaveURL("/dashboard");
});

test("a recovery code opens the account once when the app is out of reach @phone", async ({ page }) => {
  const { email } = await haveAccount(page);
  const { recoveryCodes } = await addAuthenticator(page);
  const code = recoveryCodes[0] ?? "";
  for (const isUsed of [false, true]) {
    await logOut(page);
    await fillLogin(page, email);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await expect(page.getByRole("heading", { name: "Recovery code" })).toBeFocused();
    await page.getByLabel("Recovery code").fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    if (!isUsed) await expectDashboard(page);
  }
  await expect(page.getByText("This recovery code is not right, or it was used before.")).toBeVisible();
  await page.getByLabel("Recovery code").fill(recoveryCodes[1] ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expectDashboard(page);
});
