import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addCountingClan, daysAgo, enter } from "./helpers/entries.ts";
import { expect, expectSound, isPhone, test } from "./fixtures.ts";
import { addClan, addPerson, callAs, type Clan, openAs } from "./helpers/people.ts";

const activitiesOf = ({ id }: Clan) => `/customize-activities?clan=${id}`;

async function act(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

async function openMore(page: Page, action: string) {
  await page.getByRole("button", { name: "More for activities" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** The list from top to bottom, by the handles that move it. */
async function expectOrder(page: Page, names: string[]) {
  const handles = page.getByRole("button", { name: /^Move / });
  const labels = () => handles.evaluateAll((all) => all.map((handle) => handle.getAttribute("aria-label")));
  await expect.poll(labels).toEqual(names.map((name) => `Move ${name}`));
}

function rowOf(page: Page, name: string) {
  return page.getByRole(isPhone(page) ? "listitem" : "row").filter({ hasText: name });
}

test.describe("refusals", () => {
  // The browser itself notes every refusal.
  test.use({ allowedNoise: /status of 409/ });

  test("an owner adds an activity, and is told what is wrong with it before it is saved", async ({ page }) => {
    const owner = await addPerson(page);
    const clan = await addClan(page, owner, "Owls of Dawn");
    await openAs(page, owner, activitiesOf(clan));
    await expect(page.getByRole("heading", { name: "No activities yet" })).toBeVisible();
    await expectSound(page);
    await page.getByRole("button", { name: "Add the first one" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an activity" });
    const basics = dialog.getByRole("group", { name: "Basics" });
    await basics.getByLabel("Name").fill("Troops given");
    await expect(basics.getByLabel("Short label")).toHaveValue("Troops given");
    await basics.getByLabel("Short label").fill("Troops given away");
    await basics.getByLabel("Description").fill("Whatever was asked for in the chat.");
    await basics.getByLabel("Category").fill("Giving");
    await basics.getByRole("radio", { name: "gift" }).check({ force: true });
    await basics.getByRole("radio", { name: "amber" }).check({ force: true });
    const value = dialog.getByRole("group", { name: "Value" });
    await value.getByLabel("Several days read as").selectOption("Best day");
    await value.getByLabel("Unit").fill("troops");
    await value.getByLabel("Highest value").fill("5000");
    const scoring = dialog.getByRole("group", { name: "Scoring" });
    await scoring.getByLabel("Points per unit").fill("two");
    await scoring.getByLabel("Points when missing").fill("-5");
    await scoring.getByLabel("Cap per day").fill("500");
    await scoring.getByLabel("Daily target").fill("100");
    await scoring.getByRole("button", { name: "Sunday" }).click();
    const entering = dialog.getByRole("group", { name: "When and who" });
    await entering.getByLabel("Who enters it").selectOption("members");
    await entering.getByRole("checkbox", { name: "Shown on public scoreboards" }).uncheck();
    await dialog.getByRole("button", { name: "Add activity" }).click();
    await expect(dialog).toContainText("Some fields above need another look.");
    await expect(basics.getByLabel("Short label")).toHaveAttribute("aria-invalid", "true");
    await expect(scoring.getByLabel("Points per unit")).toHaveAttribute("aria-invalid", "true");
    await expectSound(page);
    await basics.getByLabel("Short label").fill("Troops");
    await scoring.getByLabel("Points per unit").fill("0.5");
    await dialog.getByRole("button", { name: "Add activity" }).click();
    await expect(dialog).toHaveCount(0);

    const row = rowOf(page, "Troops given");
    for (const fact of ["Giving", "Whole number", "100 troops a day", "Mon–Sat", "Members"]) {
      await expect(row).toContainText(fact);
    }
    await page.getByRole("button", { name: "Add activity" }).click();
    await basics.getByLabel("Name").fill("troops GIVEN");
    await dialog.getByRole("button", { name: "Add activity" }).click();
    await expect(basics.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  });
});

test("an owner puts the list in order by keys and by dragging, archives one and deletes one, each with a way back", async ({
  page,
}) => {
  const { owner, clan } = await addCountingClan(
    page,
    ["Bram"],
    [{ name: "Donations" }, { name: "Raid" }, { name: "War hit", value_type: "yes_no" }],
  );
  await openAs(page, owner, activitiesOf(clan));
  await expectOrder(page, ["Donations", "Raid", "War hit"]);
  await expectSound(page);
  await page.getByRole("button", { name: "Move War hit" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await expect(page.getByText("War hit dropped at position 1 of 3.")).toBeAttached();
  await expectOrder(page, ["War hit", "Donations", "Raid"]);

  const raid = await page.getByRole("button", { name: "Move Raid" }).boundingBox();
  const top = await page.getByRole("button", { name: "Move War hit" }).boundingBox();
  if (!raid || !top) throw new Error("The handles are not in sight.");
  await page.mouse.move(raid.x + 8, raid.y + 8);
  await page.mouse.down();
  await page.mouse.move(top.x + 8, top.y - 4, { steps: 8 });
  await page.mouse.up();
  await expectOrder(page, ["Raid", "War hit", "Donations"]);
  await page.reload();
  await expectOrder(page, ["Raid", "War hit", "Donations"]);

  await act(page, "Raid", "Delete");
  await expectOrder(page, ["War hit", "Donations"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectOrder(page, ["Raid", "War hit", "Donations"]);
  await act(page, "War hit", "Archive");
  await expectOrder(page, ["Raid", "Donations"]);
  await expectSound(page);
  await page.getByRole("button", { name: "Make active again War hit" }).click();
  await expectOrder(page, ["Raid", "War hit", "Donations"]);
  await act(page, "Raid", "Delete");
  await expectOrder(page, ["War hit", "Donations"]);
  await openMore(page, "Bin");
  await expect(page.getByRole("dialog", { name: "Bin" })).toContainText("30 days left");
  await expectSound(page);
  await page.getByRole("button", { name: "Restore Raid" }).click();
  await expect(page.getByRole("button", { name: "Move Raid" })).toBeVisible();
});

test("a set of activities comes from a game, from another clan and from a file", async ({ page }) => {
  const { owner, clan } = await addCountingClan(page, ["Bram"], [{ name: "Donations" }, { name: "Raid" }]);
  const second = await addClan(page, owner, "Owls of Dusk");
  await openAs(page, owner, activitiesOf(second));
  await page.getByRole("button", { name: "Apply a game’s template" }).click();
  const template = page.getByRole("dialog", { name: "Apply a game’s template" });
  await template.getByLabel("Game").selectOption("Clash of Clans");
  await expectSound(page);
  await template.getByRole("button", { name: "Apply template" }).click();
  await expect(template.getByRole("status")).toContainText(/\d+ activities added\./);
  const added = await template.getByRole("list", { name: "The activities" }).getByRole("listitem").allTextContents();
  await template.getByRole("button", { name: "Done" }).click();
  await expectOrder(page, added);

  await openMore(page, "Copy from another clan");
  const copy = page.getByRole("dialog", { name: "Copy from another clan" });
  await copy.getByLabel("From").selectOption("Owls of Dawn");
  await copy.getByRole("checkbox", { name: "Donations" }).uncheck();
  await expectSound(page);
  await copy.getByRole("button", { name: "Copy 1 activity" }).click();
  await expect(copy.getByRole("status")).toContainText("1 activity added.");
  await copy.getByRole("button", { name: "Done" }).click();
  await expectOrder(page, [...added, "Raid"]);

  const [download] = await Promise.all([page.waitForEvent("download"), openMore(page, "Export file")]);
  const file = { name: download.suggestedFilename(), buffer: await readFile(await download.path()) };
  expect(file.name).toMatch(/^owls-of-dusk-activities-[\d-]{10}\.json$/);
  await page.goto(activitiesOf(clan));
  await openMore(page, "Import file");
  const dialog = page.getByRole("dialog", { name: "Import activities" });
  const field = dialog.getByLabel("A file that Export file has made");
  const words = { name: "words.json", mimeType: "application/json", buffer: Buffer.from("night owls") };
  await field.setInputFiles(words);
  await expect(dialog.getByRole("alert")).toContainText("This is no file of activities.");
  await field.setInputFiles({ ...file, mimeType: "application/json" });
  await expect(dialog.getByRole("status")).toContainText("will be added");
  await expect(dialog.getByRole("listitem").filter({ hasText: /^Raid left out/ })).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: /^Add \d+ activit/ }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  for (const name of added) await expect(page.getByRole("button", { name: `Move ${name}`, exact: true })).toBeVisible();
});

test("an owner changes what a unit is worth, sees who moves if older days follow, and lets them", async ({ page }) => {
  const counting = await addCountingClan(page, ["Bram", "Corvin"], [{ name: "Donations" }, { name: "Raid" }]);
  const { owner, clan } = counting;
  await enter(page, counting, daysAgo(1), { Bram: { Donations: 100 }, Corvin: { Raid: 120 } });
  await openAs(page, owner, activitiesOf(clan));
  await act(page, "Donations", "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit Donations" });
  await expect(dialog.getByLabel("Kind of value")).toContainText("Decimal number");
  await dialog.getByLabel("Points per unit").fill("2");
  await expect(dialog.getByLabel("Changes count from")).toHaveValue(daysAgo(0));
  await expectSound(page);
  await dialog.getByRole("button", { name: "Save activity" }).click();
  await expect(dialog).toHaveCount(0);

  await act(page, "Donations", "Re-score");
  const rescore = page.getByRole("dialog", { name: "Re-score Donations" });
  const changes = rescore.getByRole("region", { name: "What changes" });
  await expect(changes).toContainText("1 entry change");
  await expect(changes.getByRole("row").filter({ hasText: "Bram" })).toContainText("100 → 200");
  await expect(changes.getByRole("row").filter({ hasText: "Bram" })).toContainText("2 → 1");
  await expectSound(page);
  await rescore.getByRole("button", { name: "Apply" }).click();
  await expect(rescore).toHaveCount(0);
  const { cells } = await callAs<{ cells: { points: number }[] }>(page, owner, `/clans/${clan.id}/days/${daysAgo(1)}`);
  expect(cells.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([120, 200]);
  await act(page, "Donations", "Re-score");
  await expect(rescore).toContainText("Nothing changes");
});
