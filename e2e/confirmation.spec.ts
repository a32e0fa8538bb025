import { expect, test } from "./fixtures.ts";
import { listMails, readMail } from "./helpers/mailbox.ts";
import {
  expectDashboard,
  fillLogin,
  fillSignUp,
  newAddress,
  openOtherBrowser,
  signUpConfirmed,
  strictInstallation,
} from "./helpers/auth.ts";

// The browser itself notes every refusal of the auth service.
test.use({ baseURL: strictInstallation, allowedNoise: /status of 4\d\d/ });

test("a new player confirms the address by the link, lands where they wanted, and the link is used up @phone", async ({
  page,
}) => {
  const email = newAddress();
  await page.goto("/signup?next=/account");
  await fillSignUp(page, email);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText(`We sent a message to ${email}.`);

  const { link } = await readMail(page, email, "Confirm your address");
  await page.goto(link);
  const confirm = page.getByRole("button", { name: "Confirm my address" });
  await expect(confirm).toBeVisible();
  await confirm.click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByText("Your address is confirmed")).toBeVisible();

  await page.goto(link);
  await confirm.click();
  await expect(page.getByRole("heading", { level: 1, name: "This link does not work any more" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a new player types the code from the mail instead, after a slip @phone", async ({ page }) => {
  const email = newAddress();
  await page.goto("/signup?next=/account");
  await fillSignUp(page, email);
  const { code } = await readMail(page, email, "Confirm your address");
  const field = page.getByLabel("Code");
  await field.fill(code === "000000" ? "000001" : "000000");
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  await expect(field).toHaveValue("");
  await field.fill(code);
  await expect(page).toHaveURL("/account");
});

test("a login before the address is confirmed offers another mail, whose link works on another device @phone", async ({
  page,
  browser,
}) => {
  const email = newAddress();
  await page.goto("/signup");
  await fillSignUp(page, email);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await page.goto("/login?next=/account");
  await fillLogin(page, email);
  await expect(page.getByText("Your e-mail address is not confirmed yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send the confirmation again" }).click();
  await expect(page.getByText("It is on its way. Give it a few minutes.")).toBeVisible();
  await expect.poll(async () => (await listMails(page, email)).length).toBe(2);

  const phone = await openOtherBrowser(browser);
  await phone.goto((await readMail(page, email, "Confirm your address")).link);
  await phone.getByRole("button", { name: "Confirm my address" }).click();
  await expect(phone).toHaveURL("/account");
  await fillLogin(page, email);
  await expect(page).toHaveURL("/account");
});

test("signing up with a known address looks the same, and only the mailbox tells @phone", async ({ page, browser }) => {
  const known = newAddress();
  await signUpConfirmed(await openOtherBrowser(browser), known);
  await page.goto("/signup");
  await fillSignUp(page, known);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeFocused();
  await expect(page.getByRole("main")).toContainText(`We sent a message to ${known}.`);
  await readMail(page, known, "You already have a Clanhall account");
  await page.getByRole("button", { name: "Use another address" }).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await fillLogin(page, known);
  await expectDashboard(page);
});
