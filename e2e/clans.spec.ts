import { expect, test } from "./fixtures.ts";
import { addClan, addPerson, openAs } from "./helpers/people.ts";

test("a new owner creates a clan from nothing: the game brings zone and reset", { tag: "@wide" }, async ({ page }) => {
  await openAs(page, await addPerson(page), "/clanmanagement");
  await expect(page.getByRole("heading", { name: "No clans yet" })).toBeVisible();
  await page.getByRole("link", { name: "Create a clan" }).click();
  await expect(page.getByLabel("Clan name")).toBeFocused();
  await page.getByLabel("Clan name").fill("Owls of Dawn");
  await page.getByRole("combobox", { name: "Game" }).fill("clash of");
  await page.getByRole("option", { name: "Clash of Clans" }).click();
  await expect(page.getByText("4 activities of Clash of Clans come with it.")).toBeVisible();
  await page.locator("summary").filter({ hasText: /^More/ }).click();
  await expect(page.getByLabel("Server or region")).toHaveValue("Worldwide");
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("UTC");
  await expect(page.getByLabel("Daily reset")).toHaveValue(/^0?8:00/);
  await expect(page.getByLabel("Your name in the game")).toHaveValue("Kara");
  await page.getByRole("button", { name: "Create clan" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Owls of Dawn" })).toBeVisible();
  await expect(page).toHaveURL(/\/clan\/[\da-f-]{36}/);
});

test("an owner fills an empty clan by pasting a list, and invites one of them", { tag: "@phone" }, async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Morning");
  await openAs(page, owner, `/manage-players?clan=${clan.id}`);
  await page.getByRole("button", { name: "Paste a list or choose a CSV" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/One player a line/).fill("Bram Ironfoot\nCorvin\nEskil\nKara");
  await expect(dialog).toContainText("4 lines, read as one column of names.");
  await expect(dialog.getByText("3 new")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Kara" })).toContainText("already on the roster");
  await dialog.getByRole("button", { name: "Add 3 players" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("3 players added")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^4 players$/ })).toBeVisible();

  await page.getByRole("button", { name: "Actions for Corvin" }).click();
  await page.getByRole("menuitem", { name: "Invite" }).click();
  await expect(page.getByRole("dialog", { name: "Invite Corvin" })).toBeVisible();
  await page.getByRole("button", { name: "Create invite" }).click();
  await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: /^Open 1$/ }).click();
  await expect(page.getByRole("list", { name: "open invites" }).getByRole("listitem")).toContainText("Corvin");
});
