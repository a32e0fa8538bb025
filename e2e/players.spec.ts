import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectSound, isPhone, test } from "./fixtures.ts";
import {
  addClan,
  addLinked,
  addPerson,
  addPlayers,
  callAs,
  type Clan,
  manyNames,
  openAs,
  type Person,
  tryAs,
} from "./helpers/people.ts";

const rosterOf = ({ id }: Clan) => `/manage-players?clan=${id}`;

function expectCount(page: Page, text: string) {
  return expect(page.getByRole("status").filter({ hasText: text }).first()).toHaveText(text);
}

async function find(page: Page, text: string) {
  await page.getByRole("searchbox", { name: "Find by name or alias" }).fill(text);
}

/** On a phone the filters are folded away. */
async function filterBy(page: Page, name: string, value: string) {
  const field = page.getByRole("combobox", { name, exact: true });
  if (isPhone(page) && !(await field.isVisible())) await page.getByRole("button", { name: /^Filters/ }).click();
  await field.selectOption(value);
}

async function act(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** A clan of an owner and sixty players more. */
async function addLargeClan(page: Page) {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Dawn");
  const ids = await addPlayers(page, owner, clan, manyNames(60));
  return { owner, clan, ids };
}

test("an owner finds one of sixty players, notes that they are away, and reads their timeline", async ({ page }) => {
  const { owner, clan } = await addLargeClan(page);
  await openAs(page, owner, rosterOf(clan));
  await expectCount(page, "61 players");
  await expectSound(page);
  await find(page, "ironf");
  await expectCount(page, "10 of 61 players");
  await find(page, "hilde iron");
  await expectCount(page, "1 of 61 players");
  await act(page, "Hilde Ironfoot", "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Hilde Ironfoot" });
  await dialog.getByRole("textbox", { name: "Aliases" }).fill("Hildi");
  await dialog.getByRole("button", { name: "Add an away period" }).click();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel("First day").fill(day(-1));
  await dialog.getByLabel("Last day").fill(day(8));
  await dialog.getByLabel("Reason (private)").fill("A wedding");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Save player" }).click();
  await expect(dialog).toHaveCount(0);
  await find(page, "hildi");
  await expectCount(page, "1 of 61 players");
  await find(page, "");
  await filterBy(page, "Away", "true");
  await expectCount(page, "1 of 61 players");
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);

  await act(page, "Hilde Ironfoot", "Timeline");
  const timeline = page.getByRole("dialog", { name: "Timeline of Hilde Ironfoot" });
  await expect(timeline.getByRole("listitem").first()).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(timeline).toHaveCount(0);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expectCount(page, "61 players");
  // The last of the list comes into sight by scrolling alone.
  const last = page.getByRole("button", { name: "Actions for Kara" });
  await expect(async () => {
    await page.mouse.move(300, 500);
    await page.mouse.wheel(0, 4_000);
    await expect(last).toBeInViewport({ timeout: 300 });
  }).toPass();
  await last.click();
  await page.getByRole("menuitem", { name: "Timeline" }).click();
  await expect(page.getByRole("dialog", { name: "Timeline of Kara" })).toBeVisible();
});

test("an owner inactivates several players and takes that back, chooses columns and saves a CSV", async ({ page }) => {
  const { owner, clan } = await addLargeClan(page);
  await openAs(page, owner, rosterOf(clan));
  await find(page, "ember");
  await expectCount(page, "10 of 61 players");
  await page.getByRole("checkbox", { name: "Select Ash Ember" }).check();
  await page.getByRole("checkbox", { name: "Select Bram Ember" }).check();
  await page.getByRole("checkbox", { name: "Select Corvin Ember" }).check();
  await expectSound(page);
  await page.getByRole("button", { name: "Inactivate" }).click();
  const dialog = page.getByRole("dialog", { name: "Inactivate 3 players?" });
  await expect(dialog.getByRole("listitem")).toHaveText(["Ash Ember", "Bram Ember", "Corvin Ember"]);
  await expectSound(page);
  await dialog.getByRole("button", { name: "Inactivate" }).click();
  await filterBy(page, "Status", "inactive");
  await expectCount(page, "3 of 61 players");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expectCount(page, "61 players");

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Joined" }).uncheck();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.reload();
  await expectCount(page, "61 players");
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("checkbox", { name: "Joined" })).not.toBeChecked();
  await page.keyboard.press("Escape");
  await find(page, "marsh");
  await expectCount(page, "10 of 61 players");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(11);
  expect(lines[1]).toContain("Ash of the Marsh");
});

test("an owner merges two rows of one player and takes that back", async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Dawn");
  await addPlayers(page, owner, clan, ["Corvin", "Corvin Two", "Dara"]);
  await openAs(page, owner, rosterOf(clan));
  await act(page, "Corvin", "Merge with another row");
  const dialog = page.getByRole("dialog", { name: "Merge two rows" });
  await dialog.getByRole("combobox", { name: "This row goes" }).fill("two");
  await dialog.getByRole("option", { name: "Corvin Two" }).click();
  await expect(dialog.getByRole("region", { name: "After the merge" })).toContainText("Corvin Two");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText("Merged into Corvin")).toBeVisible();
  await filterBy(page, "Status", "active");
  await expectCount(page, "3 of 4 players");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectCount(page, "4 players");
});

test("a double click on the button adds a player once", async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Dawn");
  await openAs(page, owner, rosterOf(clan));
  await page.getByRole("button", { name: "Add player" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a player" });
  await dialog.getByLabel("Name").fill("Corvin");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Add player" }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expectCount(page, "2 players");
});

test.describe("rights", () => {
  // The browser itself notes every refusal.
  test.use({ allowedNoise: /status of 4\d\d/ });

  async function addThree(page: Page) {
    const owner = await addPerson(page);
    const clan = await addClan(page, owner, "Owls of Dawn");
    const ids = await addPlayers(page, owner, clan, ["Bram", "Corvin"]);
    const bram = await addLinked(page, owner, ids.Bram);
    return { owner, clan, ids, bram };
  }

  async function promote(page: Page, owner: Person, clan: Clan, memberId = "") {
    const data = { role: "maintainer" };
    await callAs(page, owner, `/clans/${clan.id}/members/${memberId}/role`, { method: "PUT", data });
  }

  test("a maintainer manages players but not the owner", async ({ page }) => {
    const { owner, clan, ids, bram } = await addThree(page);
    await promote(page, owner, clan, ids.Bram);
    await openAs(page, bram, rosterOf(clan));
    await page.getByRole("button", { name: "Actions for Kara" }).click();
    await expect(page.getByRole("menuitem", { name: "Timeline" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Edit" })).toHaveCount(0);
    await expect(page.getByRole("menuitem", { name: "Inactivate" })).toHaveCount(0);
    await expect(page.getByText("The owner’s row changes only when the clan is handed over.")).toBeVisible();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Actions for Corvin" }).click();
    await expect(page.getByRole("menuitem", { name: "Inactivate" })).toBeVisible();
    const kara = `/clans/${clan.id}/members/${ids.Kara}`;
    for (const [path, call] of [
      [`${kara}/inactivate`, { method: "POST" }],
      [`${kara}/unlink`, { method: "POST" }],
      [kara, { method: "PATCH", data: { version: 1, name: "Nobody" } }],
    ] as const) {
      expect((await tryAs(page, bram, path, call)).status(), path).toBe(403);
    }
    await page.goto(`/clan-admin/${clan.id}?tab=danger`);
    await expect(page.getByRole("heading", { level: 1, name: "Owls of Dawn" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Danger zone" })).toHaveCount(0);
  });

  test("a plain member reads the roster and is led away from the clan’s settings", async ({ page }) => {
    const { clan, bram } = await addThree(page);
    await openAs(page, bram, rosterOf(clan));
    await expectCount(page, "3 players");
    await expect(page.getByRole("button", { name: "Add player" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Export CSV" })).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: /^Select/ })).toHaveCount(0);
    await expectSound(page);
    await page.goto(`/clan-admin/${clan.id}`);
    await expect(page).toHaveURL(`/dashboard?clan=${clan.id}`);
    await expect(page.getByText("You do not manage this clan")).toBeVisible();
  });

  test("an owner hands the clan over, and it is the other’s once they accept", async ({ page, browser, baseURL }) => {
    const { owner, clan, bram } = await addThree(page);
    await openAs(page, owner, `/clan-admin/${clan.id}?tab=danger`);
    await page.getByLabel("New owner").selectOption("Bram");
    await page.getByRole("button", { name: "Offer the clan" }).click();
    await expect(page.getByRole("dialog", { name: "Offer the clan to Bram?" })).toBeVisible();
    await expectSound(page);
    await page.getByRole("dialog").getByRole("button", { name: "Offer" }).click();
    await expect(page.getByText("It stays yours until they accept.")).toBeVisible();
    await expectSound(page);

    const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() });
    const other = await context.newPage();
    await openAs(other, bram, "/clanmanagement");
    const card = other.getByRole("article", { name: "Owls of Dawn" });
    await expect(card).toContainText("Kara offers you this clan.");
    await expectSound(other);
    await card.getByRole("button", { name: "Accept" }).click();
    await expect(card.getByText("Owner", { exact: true })).toBeVisible();
    await page.goto("/clanmanagement");
    await expect(page.getByRole("article", { name: "Owls of Dawn" }).getByText("Maintainer")).toBeVisible();
  });
});
