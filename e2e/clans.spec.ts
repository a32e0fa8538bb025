import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, expectSound, test } from "./fixtures.ts";
import { addClan, addPerson, callAs, openAs } from "./helpers/people.ts";
import { signUp } from "./helpers/auth.ts";

function part(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

async function openTab(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Parts of the clan admin" }).getByRole("link", { name }).click();
  await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
}

async function downloadBy(button: Locator) {
  const [download] = await Promise.all([button.page().waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test("a new owner creates a clan from nothing: the game brings zone and reset", async ({ page }) => {
  await signUp(page);
  await page.goto("/clanmanagement");
  await expect(page.getByRole("heading", { name: "No clans yet" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Create a clan" }).click();
  await expect(page.getByLabel("Clan name")).toBeFocused();
  await page.getByLabel("Clan name").fill("Owls of Dawn");
  await page.getByRole("combobox", { name: "Game" }).fill("clash of");
  await page.getByRole("option", { name: "Clash of Clans" }).click();
  await expect(page.getByLabel("Server or region")).toHaveValue("Worldwide");
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("UTC");
  await expect(page.getByLabel("Daily reset")).toHaveValue("08:00");
  await expect(page.getByLabel("My player’s name")).toHaveValue("Kara");
  await expectSound(page);
  await page.getByRole("button", { name: "Create clan" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Owls of Dawn" })).toBeVisible();
  await expect(page).toHaveURL(/\/clan-admin\/[\da-f-]{36}/);
  await expectSound(page);
});

test("an owner fills an empty clan by pasting a list, and invites one of them", async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Morning");
  await openAs(page, owner, `/clan-admin/${clan.id}`);
  await part(page, "Overview").getByRole("link", { name: "Manage players" }).click();
  await page.getByRole("button", { name: "Paste a list or choose a CSV" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Players").fill("Bram Ironfoot\nCorvin\nEskil\nKara");
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog).toContainText("4 players in one column.");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Check the list" }).click();
  await expect(dialog.getByRole("button", { name: "New (3)" })).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Kara" })).toContainText("Already there");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Add 3 players" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("3 players added")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^4 players$/ })).toBeVisible();

  await page.getByRole("button", { name: "Actions for Corvin" }).click();
  await page.getByRole("menuitem", { name: "Invite" }).click();
  await expect(page.getByRole("dialog", { name: "Invite Corvin" })).toBeVisible();
  await page.getByRole("button", { name: "Create invite" }).click();
  await expect(page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: /^Open 1$/ }).click();
  await expect(page.getByRole("list", { name: "open invites" }).getByRole("listitem")).toContainText("Corvin");
});

test("an owner changes details, plans another clan day and decides who may invite", async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Noon");
  await openAs(page, owner, `/clan-admin/${clan.id}`);
  await openTab(page, "Details");
  await page.getByLabel("Clan name").fill("Owls of Dusk");
  await page.getByLabel("Description").fill("We hunt at night.");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Owls of Dusk" })).toBeVisible();
  await expectSound(page);

  await openTab(page, "Clan day");
  await page.getByLabel("Daily reset").fill("06:30");
  await expect(part(page, "When the day begins")).toContainText("06:30");
  await expectSound(page);
  await page.getByRole("button", { name: "Plan the change" }).click();
  await expect(part(page, "When the day begins")).toContainText("the day begins at 06:30 UTC");

  await openTab(page, "Permissions");
  await page.getByRole("checkbox", { name: /Maintainers invite people/ }).click();
  await expect(part(page, "Permissions").getByRole("status")).toHaveText("Saved");
  await expectSound(page);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /Maintainers invite people/ })).toBeChecked();
});

test("the audit log tells what happened, and both can be taken along: the log and the whole clan", async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Noon");
  const data = { version: 1, name: "Owls of Dusk", toggles: { maintainers_invite: true } };
  await callAs(page, owner, `/clans/${clan.id}`, { method: "PATCH", data });
  await openAs(page, owner, `/clan-admin/${clan.id}`);
  await openTab(page, "Audit log");
  const log = part(page, "Audit log");
  await expect(log).toContainText("Owls of Noon → Owls of Dusk");
  await expect(log).toContainText("maintainers invite: no → yes");
  await expectSound(page);
  const csv = await downloadBy(log.getByRole("button", { name: "Download CSV" }));
  expect(csv.content.toString()).toContain("Owls of Dusk");

  await openTab(page, "Data");
  await expectSound(page);
  const zip = await downloadBy(page.getByRole("button", { name: "Download everything" }));
  expect(zip.name).toMatch(/^owls-of-dusk-[\d-]{10}\.zip$/);
  expect(zip.content.subarray(0, 2).toString()).toBe("PK");
});

test("an owner archives a clan and opens it again, deletes it and takes that back", async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Rest");
  await openAs(page, owner, `/clan-admin/${clan.id}?tab=danger`);
  await page.getByRole("button", { name: "Archive the clan" }).click();
  await expect(page.getByRole("dialog", { name: "Archive Owls of Rest?" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await expect(part(page, "The clan is archived")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Open it again" }).click();
  await expect(part(page, "The clan is archived")).toHaveCount(0);

  await page.getByRole("button", { name: "Delete the clan" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Owls of Rest?" });
  await dialog.getByLabel("Type “Owls of Rest” to confirm").fill("Owls");
  await dialog.getByRole("button", { name: "Delete the clan" }).click();
  await expect(dialog.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await expectSound(page);
  await dialog.getByRole("textbox").fill("Owls of Rest");
  await dialog.getByRole("button", { name: "Delete the clan" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto("/clanmanagement");
  await expect(page.getByRole("article", { name: "Owls of Rest" })).toContainText("Being deleted on");
  await expectSound(page);
  await page.getByRole("button", { name: "Restore Owls of Rest" }).click();
  await expect(page.getByRole("link", { name: "Enter today for Owls of Rest" })).toBeVisible();
});
