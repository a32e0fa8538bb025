import { expect, test } from "./fixtures.ts";

test("a signed-in user moves between screens, and the title follows", { tag: "@phone" }, async ({ signedInAs }) => {
  const page = await signedInAs("user");
  await page.goto("/dashboard");
  await expect(page).toHaveTitle("Dashboard – Clanhall");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "My Clans" }).click();
  await expect(page).toHaveURL("/clanmanagement");
  await expect(page).toHaveTitle("My Clans – Clanhall");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
