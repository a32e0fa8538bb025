import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { fillLogin, logOut, newAddress, secret, signUp } from "./helpers/auth.ts";

test("a new player signs up and lands on the dashboard", async ({ page }) => {
  await page.goto("/signup");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await signUp(page);
  await expect(page.getByRole("heading", { name: "Welcome, Kara" })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL("/dashboard");
});

test("a player logs out and in again", async ({ page }) => {
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

test("a form that is not filled in says what is missing", async ({ page }) => {
  for (const [path, button] of [
    ["/login", "Log in"],
    ["/signup", "Sign Up"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByText("Enter your e-mail address.")).toBeVisible();
    await expect(page.getByRole("textbox").first()).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test("every theme keeps the messages readable", async ({ page }) => {
  test.slow();
  await page.goto("/signup");
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await page.getByLabel("Password", { exact: true }).fill("hakerowimy");
  for (const theme of ["tavernTheme", "forestTheme", "oceanTheme", "amethystTheme", "slateTheme"]) {
    await page.evaluate((name) => window.dispatchEvent(new CustomEvent("theme:change", { detail: name })), theme);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expectAccessible(page);
  }
});

test("somebody who is signed out in another tab is led to the landing page", async ({ page, context }) => {
  await signUp(page);
  const second = await context.newPage();
  await second.goto("/account");
  await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
  await logOut(page);
  await expect(second).toHaveURL("/");
});

test.describe("refused", () => {
  // The browser itself notes every refusal of the auth service.
  test.use({ allowedNoise: /status of 4\d\d/ });

  test("a wrong password and an unknown address get the same answer", async ({ page }) => {
    const email = await signUp(page);
    await logOut(page);
    const refusal = "E-mail and password do not match. Please check both and try again.";
    for (const [who, password] of [
      [email, "not the right one"],
      [newAddress(), secret],
    ] as const) {
      await page.goto("/login");
      await fillLogin(page, who, password);
      await expect(page.getByRole("alert")).toHaveText(refusal);
      await expect(page.getByLabel("E-mail")).toHaveValue(who);
    }
    await expectAccessible(page);
    await fillLogin(page, email);
    await expect(page).toHaveURL("/dashboard");
  });

  test("a well-known password is refused with the reason, a second account with a way to Login", async ({ page }) => {
    const email = await signUp(page);
    await logOut(page);
    await page.goto("/signup");
    await page.getByLabel("Display name").fill("Kara");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("1234567890");
    await page.getByRole("checkbox").check();
    const send = page.getByRole("main").getByRole("button", { name: "Sign Up" });
    await send.click();
    await expect(page.getByText("This password is among the first an attacker would try.")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel("Password", { exact: true }).fill(secret);
    await send.click();
    await page.getByRole("alert").getByRole("link", { name: "Log in" }).click();
    await expect(page).toHaveURL("/login");
  });
});

test("a stranger's address after the login leads to the dashboard", async ({ page }) => {
  const email = await signUp(page);
  await logOut(page);
  await page.goto("/login?next=https://evil.example");
  await fillLogin(page, email);
  await expect(page).toHaveURL("/dashboard");
});
