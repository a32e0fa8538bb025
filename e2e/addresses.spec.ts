import type { Page } from "@playwright/test";
import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { expectDashboard, fillLogin, fillSignUp, logOut, newAddress, signUp } from "./helpers/auth.ts";

const port = process.env.E2E_PORT;

async function expectNotice(page: Page) {
  const notice = page.getByRole("complementary", { name: "Address" });
  await expect(notice).toContainText(`This Clanhall lives at http://localhost:${port}.`);
  await expectNoSidewaysScroll(page);
  return notice;
}

async function reload(page: Page) {
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
}

test.describe("at another name of the same machine", () => {
  test.use({ baseURL: `http://127.0.0.1:${port}` });

  test("a player signs in, stays signed in after a reload and in another tab, and is told where Clanhall lives @wide", async ({
    page,
    context,
  }) => {
    await page.goto("/");
    await expectNotice(page);
    await page.goto("/signup");
    // It comes a moment after the form and moves it down.
    await expectNotice(page);
    const email = newAddress();
    await fillSignUp(page, email);
    await expectDashboard(page);
    await reload(page);
    const second = await context.newPage();
    await second.goto("/account");
    await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
    await logOut(page);
    await fillLogin(page, email);
    await expectDashboard(page);
    await reload(page);
    await (await expectNotice(page)).getByRole("link").click();
    await expect(page).toHaveURL(`http://localhost:${port}/`);
    await expect(page.getByRole("complementary", { name: "Address" })).toHaveCount(0);
  });
});

test.describe("at a name of the local network, which browsers do not call secure", () => {
  // Chromium notes that it ignores headers which only count by https.
  test.use({ baseURL: `http://clanhall.lan:${port}`, allowedNoise: /untrustworthy|Origin-Agent-Cluster/ });

  test("a player signs up, creates a clan, stays signed in, and copies by hand @phone", async ({ page }) => {
    await signUp(page);
    await reload(page);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.goto("/clanmanagement?create=clan");
    await page.getByLabel("Clan name").fill("Owls of the Attic");
    await page.getByRole("button", { name: "Create clan" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Owls of the Attic" })).toBeVisible();
    await page.goto(`/clan-admin/${new URL(page.url()).pathname.split("/").at(-1)}?tab=integrations`);
    await expectNotice(page);
    await page.getByRole("button", { name: "Create a token" }).click();
    const dialog = page.getByRole("dialog", { name: "Create a token" });
    await dialog.getByLabel("Name").fill("Bot");
    await dialog.getByRole("checkbox", { name: /^Enter values/ }).check();
    await dialog.getByRole("button", { name: "Create token" }).click();
    const made = page.getByRole("dialog", { name: "The token for Bot" });
    const token = (await made.getByRole("code").textContent()) ?? "";
    await made.getByRole("button", { name: "Copy" }).click();
    await expect(made.getByLabel("Copy the selected text.")).toBeFocused();
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(token);
    await page.keyboard.press("ControlOrMeta+c");
    await expect(made.getByRole("button", { name: "Copied", exact: true })).toBeFocused();
  });
});
