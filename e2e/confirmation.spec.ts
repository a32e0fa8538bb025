import { expect, test } from "./fixtures.ts";
import { listMails, readMail } from "./helpers/mailbox.ts";
import { fillLogin, fillSignUp, newAddress, openOtherBrowser, strictInstallation } from "./helpers/auth.ts";

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
  await expect(page.getByRole("heading", { level: 1, name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
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
