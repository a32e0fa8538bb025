import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectDashboard, fillLogin, haveAccount, logOut, pressLogout, strictInstallation } from "./helpers/auth.ts";
import { addAuthenticator, keepRecoveryCodes } from "./helpers/authenticator.ts";
import { readMail } from "./helpers/mailbox.ts";

test.use({ allowedNoise: /status of 4\d\d/ });

/** The lock of a device, which keeps passkeys, or a key on a cord, which keeps none. */
async function plugIn(page: Page, kind: "device" | "key") {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const isDevice = kind === "device";
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: isDevice ? "internal" : "usb",
      hasResidentKey: isDevice,
      hasUserVerification: isDevice,
      isUserVerified: isDevice,
      automaticPresenceSimulation: true,
    },
  });
  return {
    unlock: (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    hold: (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: !enabled }),
    keys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    /** Puts in place of its key a copy that was made before it was ever used. */
    async restoreCopy() {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
      for (const credential of credentials) {
        await session.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, signCount: 0 } });
      }
    },
  };
}

const card = (page: Page) => page.getByRole("region", { name: "Passkeys" });

async function addPasskey(page: Page) {
  await page.goto("/account?section=security");
  await card(page).getByRole("button", { name: "Add a passkey" }).click();
  await expect(card(page).getByRole("button", { name: /^Remove/ })).toBeVisible();
}

test("a player adds a passkey, logs in by it alone, and removes it @phone", async ({ page }) => {
  const device = await plugIn(page, "device");
  const { email } = await haveAccount(page);
  await addPasskey(page);
  expect(await device.keys()).toHaveLength(1);
  await card(page).getByRole("button", { name: "Add a passkey" }).click();
  await expect(card(page)).toContainText("This device already has a passkey for your account.");
  await card(page)
    .getByRole("button", { name: /^Rename/ })
    .click();
  await page.getByRole("dialog", { name: "Rename passkey" }).getByLabel("Name").fill("My phone");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card(page)).toContainText("My phone");
  await expect(card(page)).toContainText("not used yet");

  // The browser offers the passkey with the address, and the device answers by itself.
  await pressLogout(page);
  await expectDashboard(page);
  await page.goto("/account?section=security");
  await expect(card(page)).toContainText("last used");

  // A device that does not know its owner proves nothing; the password still opens.
  await device.unlock(false);
  await logOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("Nothing was chosen. Try again, or use another method.")).toBeVisible();
  await fillLogin(page, email);
  await expectDashboard(page);

  await page.goto("/account?section=security");
  await card(page).getByRole("button", { name: "Remove My phone" }).click();
  await page.getByRole("dialog", { name: "Remove My phone?" }).getByRole("button", { name: "Remove" }).click();
  await expect(card(page)).toContainText("You have none yet.");
  await device.unlock(true);
  await logOut(page);
  await expect(page.getByText("This passkey does not belong to an account here.")).toBeVisible();
});

test("after a password the passkey is offered once, and two tabs wait for it side by side @phone", async ({
  page,
  context,
}) => {
  await plugIn(page, "device");
  const { email } = await haveAccount(page);
  await logOutByHand(page);
  await page.goto("/login");
  await fillLogin(page, email);
  await expectDashboard(page);
  await expect(page.getByRole("heading", { name: "Log in faster next time" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added. Use it to log in next time.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Log in faster next time" })).toHaveCount(0);

  const second = await context.newPage();
  await logOutByHand(page);
  await second.goto("/login");
  await expect(second.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await page.goto("/login");
  await expectDashboard(page);
  await expect(second).toHaveURL("/dashboard");
});

async function logOutByHand(page: Page) {
  await page.evaluate(() => localStorage.removeItem("clanhall-auth"));
}

test("a security key is the second step after the password, and recovery codes stand in for it @wide", async ({
  page,
}) => {
  const key = await plugIn(page, "key");
  const { email } = await haveAccount(page);
  await page.goto("/account?section=security");
  await page.getByRole("button", { name: "Add security key" }).click();
  await page.getByRole("dialog", { name: "Add a security key" }).getByRole("button", { name: "Continue" }).click();
  const [recoveryCode = ""] = await keepRecoveryCodes(page);
  expect(await key.keys()).toHaveLength(1);
  const factors = page.getByRole("region", { name: "Second factor" });
  await expect(factors.getByRole("button", { name: "Remove Security key" })).toBeVisible();

  await logOut(page);
  await fillLogin(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Confirm it’s you" })).toBeVisible();
  await page.getByRole("button", { name: "Use security key" }).click();
  await expectDashboard(page);

  await logOut(page);
  await fillLogin(page, email);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expectDashboard(page);
});

/** A sign-in whose parts go over a page of any site, as somebody between the browser and us would arrange it. */
async function startSignIn(page: Page) {
  const answer = await page.request.post("/auth/v1/passkeys/authentication/options", { data: {} });
  const { challenge_id, options } = (await answer.json()) as { challenge_id: string; options: object };
  return {
    use: () =>
      page.evaluate(async (json) => {
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
          json as PublicKeyCredentialRequestOptionsJSON,
        );
        const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
        return used.toJSON();
      }, options),
    async send(credential: object) {
      const data = { challenge_id, credential };
      const sent = await page.request.post("/auth/v1/passkeys/authentication/verify", { data });
      return [sent.status(), ((await sent.json()) as { error_code?: string }).error_code];
    },
  };
}

test("S66: a passkey that was used on another site, sent twice or copied lets nobody in; a right one stands in for the code at a reset @wide", async ({
  page,
}) => {
  const device = await plugIn(page, "device");
  const { email } = await haveAccount(page);
  await addAuthenticator(page);
  await addPasskey(page);
  await page.evaluate(() => localStorage.removeItem("clanhall-auth"));

  await page.goto(`${strictInstallation}/robots.txt`);
  const elsewhere = await startSignIn(page);
  expect(await elsewhere.send(await elsewhere.use())).toEqual([400, "webauthn_verification_failed"]);

  await page.goto("/robots.txt");
  const here = await startSignIn(page);
  const used = await here.use();
  expect(await here.send(used)).toEqual([200, undefined]);
  expect(await here.send(used)).toEqual([400, "webauthn_challenge_not_found"]);

  // The account has a second factor, which the passkey replaces once the mailed link is opened.
  await page.request.post("/auth/v1/recover", { data: { email } });
  await page.goto((await readMail(page, email, "Choose a new password")).link);
  await page.getByRole("button", { name: "Choose a new password" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByLabel("New password", { exact: true }).fill("owls hunt by moonlight");
  await page.getByLabel("Repeat new password").fill("owls hunt by moonlight");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await expectDashboard(page);

  await device.restoreCopy();
  await logOut(page);
  await expect(page.getByText("This passkey does not belong to an account here.")).toBeVisible();
});
