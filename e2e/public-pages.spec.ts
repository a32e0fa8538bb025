import { expect, isPhone, personId, test } from "./fixtures.ts";

test("a visitor learns what Clanhall is and goes on to sign up", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Clanhall");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign Up" }).first().click();
  await expect(page).toHaveTitle("Sign Up – Clanhall");
});

test(
  "a wrong address answers with a way home, and search engines are told to stay away",
  { tag: "@wide" },
  async ({ page }) => {
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex,nofollow");
    await page.getByRole("main").getByRole("link").first().click();
    await expect(page).toHaveURL("/");
  },
);

test(
  "the footer leads to help, to reporting an issue, and to the texts in a new tab",
  { tag: "@wide" },
  async ({ page }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: /help@clanhall\.example|support/i })).toHaveAttribute(
      "href",
      "mailto:help@clanhall.example",
    );
    await expect(footer.getByRole("link", { name: /issue/i })).toHaveAttribute(
      "href",
      "https://issues.clanhall.example/new",
    );
    const opened = page.waitForEvent("popup");
    await footer.getByRole("link", { name: "Privacy" }).click();
    await expect(await opened).toHaveURL("/privacy.html");
  },
);

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the landing page can be read and left", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Sign Up" }).first()).toBeVisible();
  });
});

test(
  "somebody who is signed in is taken from the landing page to the dashboard",
  { tag: "@wide" },
  async ({ signedInAs }) => {
    const page = await signedInAs("user");
    await page.goto("/");
    await expect(page).toHaveURL("/dashboard");
  },
);

test(
  "somebody who is signed in finds the same menus on the public pages, and logs out from there",
  { tag: "@phone" },
  async ({ page }) => {
    await page.goto("/privacy");
    await page.evaluate((id) => localStorage.setItem("dev_user_id", id), personId("admin"));
    await page.reload();
    const isNarrow = isPhone(page);
    const menu = isNarrow ? page.getByRole("dialog") : page.getByRole("banner");
    const open = (name: string) => (isNarrow ? Promise.resolve() : menu.getByText(name, { exact: true }).click());
    if (isNarrow) await page.getByRole("button", { name: "Menu", exact: true }).click();
    await open("Admin");
    await expect(menu.getByRole("link", { name: "Manage Users" })).toBeVisible();
    await open("Account");
    await expect(menu.getByRole("link", { name: "Account Settings" })).toBeVisible();
    await menu.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/");
    await expect(page).toHaveURL("/");
  },
);
