import type { APIResponse, Browser, Locator, Page } from "@playwright/test";
import { expect, isPhone } from "../fixtures.ts";
import { readMail } from "./mailbox.ts";
import { dismissToast } from "./toasts.ts";

export const secret = "night owls fly low";
/** The installation on which addresses have to be confirmed and another site vouches for people. */
export const strictInstallation = `http://localhost:${process.env.E2E_STRICT_PORT}`;
let count = 0;

/** Nobody has used this address before, in this run or at the other width. */
export function newAddress(): string {
  return `player-${process.pid}-${Date.now()}-${++count}@owls.example`;
}

export async function fillSignUp(page: Page, email: string) {
  await fillField(page.getByLabel("Display name"), "Kara");
  await fillField(page.getByLabel("E-mail"), email);
  await fillField(page.getByLabel("Password", { exact: true }), secret);
  await page.getByRole("checkbox").check();
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
}

/** What does not arrive is seen here, not where the form is refused later. */
async function fillField(field: Locator, text: string) {
  await field.fill(text);
  await expect(field).toHaveValue(text);
}

/** Where no confirmation is asked for. */
export async function signUp(page: Page, email = newAddress()) {
  await page.goto("/signup");
  await fillSignUp(page, email);
  await expectDashboard(page);
  return email;
}

/** The same without the form, for journeys that begin with an account; the page shows nothing of the product yet. */
export async function haveAccount(page: Page, email = newAddress()) {
  const account = { email, password: secret, data: { display_name: "Kara" } };
  return { email, token: await keepSession(page, await page.request.post("/auth/v1/signup", { data: account })) };
}

/** As somebody who logged in a while ago. */
export async function haveLoggedIn(page: Page, email: string) {
  const data = { email, password: secret };
  await keepSession(page, await page.request.post("/auth/v1/token?grant_type=password", { data }));
}

async function keepSession(page: Page, answer: APIResponse) {
  const session = (await answer.json()) as { access_token: string; expires_in: number };
  const entry = { ...session, expires_at: Math.floor(Date.now() / 1000) + session.expires_in };
  await page.goto("/robots.txt");
  await page.evaluate((text) => localStorage.setItem("clanhall-auth", text), JSON.stringify(entry));
  return session.access_token;
}

/** Where the address has to be confirmed; that part is done without the page. */
export async function signUpConfirmed(page: Page, email = newAddress()) {
  const account = { email, password: secret, data: { display_name: "Kara" } };
  await page.request.post("/auth/v1/signup", { data: account });
  const { code } = await readMail(page, email, "Confirm your address");
  await page.request.post("/auth/v1/verify", { data: { email, token: code, type: "signup" } });
  await logIn(page, email);
  return email;
}

export async function fillLogin(page: Page, email: string, password = secret) {
  // The form of the page before has an e-mail field too.
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

export async function logIn(page: Page, email: string, password = secret) {
  await page.goto("/login");
  await fillLogin(page, email, password);
  await expectDashboard(page);
}

export async function expectDashboard(page: Page) {
  await expect(page).toHaveURL("/dashboard");
  // The heading is given the focus when the page has settled, which would close a menu that was opened before.
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeFocused();
}

export async function pressLogout(page: Page) {
  await dismissToast(page);
  await page.getByRole("button", { name: isPhone(page) ? "Menu" : "Account", exact: true }).click();
  await page.getByRole(isPhone(page) ? "button" : "menuitem", { name: "Logout" }).click();
}

export async function logOut(page: Page) {
  await pressLogout(page);
  await expect(page).toHaveURL("/login");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
}

/** A page in another browser, which shares nothing with the first. */
export async function openOtherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}
