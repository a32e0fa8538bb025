import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectSound, test } from "./fixtures.ts";
import { addPerson, callAs } from "./helpers/people.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });
// There is one catalogue: whoever sorts it while another adds a game is asked to look again.
test.describe.configure({ mode: "default" });

async function openGames(page: Page) {
  await page.goto("/admin/games");
  await expect(page.getByRole("switch").first()).toBeVisible();
}

async function openMenu(page: Page, game: string) {
  await page.getByRole("button", { name: `Actions for ${game}` }).click();
  return page.getByRole("menu", { name: `Actions for ${game}` });
}

async function openAddForm(page: Page) {
  await page.getByRole("button", { name: "Add game" }).click();
  return page.getByRole("dialog", { name: "Add a game" });
}

test(
  "an app admin adds a game with a server and a template, moves it up and switches it off",
  { tag: "@wide" },
  async ({ signedInAs }) => {
    const page = await signedInAs("admin");
    await openGames(page);
    const form = await openAddForm(page);
    await form.getByRole("button", { name: "Add game" }).click();
    await expect(form.getByLabel("Name", { exact: true })).toBeFocused();
    await expectSound(page);
    await form.getByLabel("Name", { exact: true }).fill("Marsh Wars");
    await expect(form.getByLabel("Slug")).toHaveValue("marsh-wars");
    await form.getByLabel("The week starts on").selectOption("Wednesday");
    const server = form.getByRole("group", { name: "Server 1" });
    await server.getByLabel("Server or region").fill("Europe");
    await server.getByLabel("Time zone").fill("Berlin");
    await page.getByRole("option", { name: /Berlin/ }).click();
    await server.getByLabel("Daily reset").fill("04:00");
    await server.getByLabel(/^Fixed in UTC/).uncheck();
    await form.getByRole("button", { name: "Add a template" }).click();
    const template = form.getByRole("group", { name: "Template 1" });
    await template.getByLabel("Template’s name").fill("Raiding");
    await template.getByLabel("Activity", { exact: true }).fill("Raids");
    await template.getByLabel("Short label").fill("Raid");
    await template.getByLabel("Points per unit").fill("ten");
    await form.getByRole("button", { name: "Add game" }).click();
    await expect(template.getByLabel("Points per unit")).toHaveAccessibleDescription("Enter a number.");
    await expectSound(page);
    await template.getByLabel("Points per unit").fill("10");
    await form.getByRole("button", { name: "Add game" }).click();
    await expect(form).toHaveCount(0);

    const row = page.getByRole("row").filter({ hasText: "Marsh Wars" });
    await expect(row).toContainText("Europe 04:00 Europe/Berlin");
    await expect(row).toContainText("Wednesday");
    await expect(row).toContainText("Raiding");
    await expect(page.getByRole("row").last()).toContainText("Marsh Wars");
    await row.getByRole("button", { name: "Move Marsh Wars" }).focus();
    for (const key of ["Space", "ArrowUp", "ArrowUp", "Space"]) await page.keyboard.press(key);
    await expect(page.getByText(/^Marsh Wars dropped at position/)).toBeAttached();
    await expect(page.getByRole("row").nth(-3)).toContainText("Marsh Wars");
    await expect(row.getByRole("button", { name: "Move Marsh Wars" })).toBeFocused();
    await page.getByRole("switch", { name: "Marsh Wars is active" }).click();
    await expect(page.getByText("Marsh Wars is switched off")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("row").nth(-3)).toContainText("Marsh Wars");
    await expect(page.getByRole("switch", { name: "Marsh Wars is active" })).not.toBeChecked();
    const { items } = await callAs<{ items: { name: string }[] }>(page, await addPerson(page), "/games");
    expect(items.map(({ name }) => name)).not.toContain("Marsh Wars");
  },
);

test("a game that a clan has just taken is not deleted, another one is", { tag: "@wide" }, async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  await openGames(page);
  for (const name of ["Played Game", "Idle Game"]) {
    const form = await openAddForm(page);
    await form.getByLabel("Name", { exact: true }).fill(name);
    await form.getByRole("button", { name: "Add game" }).click();
    await expect(form).toHaveCount(0);
  }
  await (await openMenu(page, "Played Game")).getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete Played Game?" });
  await expect(question).toBeVisible();
  await expectSound(page);
  const owner = await addPerson(page);
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(page, owner, "/games");
  const played = items.find(({ name }) => name === "Played Game");
  await callAs(page, owner, "/clans", {
    data: { name: "Players of it", player_name: "Kara", time_zone: "UTC", game_id: played?.id },
  });
  await question.getByRole("button", { name: "Delete game" }).click();
  await expect(question.getByRole("alert")).toContainText(/clan/);
  await expectSound(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  const menu = await openMenu(page, "Played Game");
  await expect(menu.getByText("1 clan uses it: switch it off instead of deleting it.")).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: "Delete" })).toHaveCount(0);
  await expectSound(page);
  await page.keyboard.press("Escape");

  await (await openMenu(page, "Idle Game")).getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete Idle Game?" }).getByRole("button", { name: "Delete game" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Idle Game" })).toHaveCount(0);
});

interface GameFile {
  format: string;
  games: { name: string; slug: string }[];
}

test(
  "an app admin takes the catalogue home as a file, and sees what a changed one would do before it does",
  { tag: "@wide" },
  async ({ signedInAs }) => {
    const page = await signedInAs("admin");
    await openGames(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export file" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^clanhall-games-[\d-]+\.json$/);
    const set = JSON.parse(await readFile(await file.path(), "utf8")) as GameFile;
    expect(set.games.length).toBeGreaterThanOrEqual(10);

    await page.getByRole("button", { name: "Import file" }).click();
    const dialog = page.getByRole("dialog", { name: "Import games" });
    const choose = (text: string) =>
      dialog
        .getByLabel("A file that Export file has made")
        .setInputFiles({ name: "games.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await choose("[]");
    await expect(dialog.getByRole("alert")).toContainText("This is no file of games.");
    await expectSound(page);
    await choose(JSON.stringify(set));
    await expect(dialog.getByRole("status")).toContainText("0 games will be added, 0 games will be changed.");
    await expect(dialog.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
    await choose(JSON.stringify({ ...set, games: [...set.games, { name: "Brought Along", slug: "brought-along" }] }));
    await expect(dialog.getByRole("status")).toContainText("1 game will be added, 0 games will be changed.");
    await expect(page.getByRole("row").filter({ hasText: "Brought Along" })).toHaveCount(0);
    await expectSound(page);
    await dialog.getByRole("button", { name: "Import 1 game" }).click();
    const done = page.getByRole("dialog", { name: "Games imported" });
    await expect(done.getByRole("status")).toContainText("1 game added");
    await expectSound(page);
    await done.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Brought Along" })).toBeVisible();
  },
);

test("the form of a game fits on a phone", { tag: "@phone" }, async ({ signedInAs }) => {
  const page = await signedInAs("admin");
  await openGames(page);
  const form = await openAddForm(page);
  await form.getByRole("button", { name: "Add a template" }).click();
  await expect(form.getByLabel("Template’s name")).toBeVisible();
  await expectSound(page);
});
