import { expect, test } from "./fixtures.ts";

test.use({ allowedNoise: /ERR_INTERNET_DISCONNECTED|Failed to load resource|could not be loaded/ });

test(
  "somebody whose line drops is told, held back, and let go on when it returns",
  { tag: "@phone" },
  async ({ signedInAs, context }) => {
    const page = await signedInAs("user");
    await page.goto("/dashboard");
    await context.setOffline(true);
    await expect(
      page.getByText("You’re offline. When connection is restored, the app will become active again."),
    ).toBeVisible();
    const overlay = page.getByRole("alertdialog", { name: "You’re offline" });
    await expect(overlay).toContainText("When services are restored, the app will become active again.");
    await expect(overlay.getByRole("button", { name: "Retry now" })).toBeDisabled();

    await context.setOffline(false);
    await expect(overlay).toHaveCount(0);
  },
);
