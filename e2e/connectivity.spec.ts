import { expect, expectAccessible, test } from "./fixtures.ts";

test.use({ allowedNoise: /ERR_INTERNET_DISCONNECTED|Failed to load resource|could not be loaded/ });

test("somebody whose line drops is told, held back, and let go on when it returns", async ({ signedInAs, context }) => {
  const page = await signedInAs("user");
  await page.goto("/dashboard");
  await context.setOffline(true);
  await expect(
    page.getByText("You’re offline. When connection is restored, the app will become active again."),
  ).toBeVisible();
  const overlay = page.getByRole("alertdialog", { name: "You’re offline" });
  await expect(overlay).toContainText("When services are restored, the app will become active again.");
  await expect(overlay.getByRole("button", { name: "Retry now" })).toBeDisabled();
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(overlay).toHaveCount(0);
});

test("a backend that fails is announced, and Retry now brings the app back", async ({ signedInAs }) => {
  const page = await signedInAs("user");
  await page.clock.install();
  let isDown = false;
  await page.route(/\/(api|health)/, (route) =>
    isDown ? route.fulfill({ status: 503, json: { error: "unavailable", message: "away" } }) : route.fallback(),
  );
  await page.goto("/dashboard");
  isDown = true;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const overlay = page.getByRole("alertdialog", { name: "Service unavailable" });
  await expect(overlay).toBeVisible();
  await expect(
    page.getByText("The backend is unreachable. We’ll retry in the background and re-activate when it’s back."),
  ).toBeVisible();
  await expectAccessible(page);

  // Time stands still from here: the check in the background must not bring the app back before the button does.
  await page.clock.pauseAt(Date.now() + 1_000);
  isDown = false;
  await overlay.getByRole("button", { name: "Retry now" }).click();
  await expect(overlay).toHaveCount(0);
});
