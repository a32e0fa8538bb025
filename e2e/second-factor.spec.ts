import { addAuthenticator, codeFrom } from "./helpers/authenticator.ts";
import { expect, test } from "./fixtures.ts";
import { fillLogin, haveAccount, logOut } from "./helpers/auth.ts";

test.use({ allowedNoise: /status of 4\d\d/ });

const wrongCode = "000000";

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
  await expect(page.getByText("This code is wrong. Type the one your app shows now.")).toBeVisible();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill(codeFrom(key, "next"));
  await expect(page).toHaveURL("/account");
  await expect(second).toHaveURL("/dashboard");
});
