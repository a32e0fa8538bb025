import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { addCountingClan, daysAgo, enter } from "./helpers/entries.ts";
import { expectToast } from "./helpers/toasts.ts";
import { addClan, addLinked, addPerson, addPlayers, type Clan, manyNames, openAs } from "./helpers/people.ts";

const rosterOf = ({ id }: Clan) => `/manage-players?clan=${id}`;

function expectCount(page: Page, text: string) {
  return expect(page.getByRole("status").filter({ hasText: text }).first()).toHaveText(text);
}

async function find(page: Page, text: string) {
  await page.getByRole("searchbox", { name: "Find by name or alias" }).fill(text);
}

/** Some filters are folded away, on a phone all of them. */
async function filterBy(page: Page, name: string, value: string) {
  const field = page.getByRole("combobox", { name, exact: true });
  if (!(await field.isVisible())) await page.getByRole("button", { name: /^Filters/ }).click();
  await field.selectOption(value);
}

async function act(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test(
  "an owner finds one of sixty players, notes that they are away, and reads their timeline",
  { tag: "@wide" },
  async ({ page }) => {
    const owner = await addPerson(page);
    const clan = await addClan(page, owner, "Owls of Dawn");
    await addPlayers(page, owner, clan, manyNames(60));
    await openAs(page, owner, rosterOf(clan));
    await expectCount(page, "61 players");
    await find(page, "ironf");
    await expectCount(page, "10 of 61 players");
    await find(page, "hilde iron");
    await expectCount(page, "1 of 61 players");
    await act(page, "Hilde Ironfoot", "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit Hilde Ironfoot" });
    await dialog.getByRole("combobox", { name: "Aliases" }).fill("Hildi");
    await dialog.getByRole("button", { name: "Add an away period" }).click();
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel("First day").fill(day(-1));
    await dialog.getByLabel("Last day").fill(day(8));
    await dialog.getByLabel("Reason (private)").fill("A wedding");
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
    // A list that still moves closes the menu again.
    const timelineOfKara = page.getByRole("dialog", { name: "Timeline of Kara" });
    await expect(async () => {
      if (await timelineOfKara.isVisible()) return;
      await last.click({ timeout: 1_000 });
      await page.getByRole("menuitem", { name: "Timeline" }).click({ timeout: 1_000 });
      await expect(timelineOfKara).toBeVisible({ timeout: 1_000 });
    }).toPass();
  },
);

test("a change can be undone while a dialog covers the page", { tag: "@wide" }, async ({ page }) => {
  const owner = await addPerson(page);
  const clan = await addClan(page, owner, "Owls of Dusk");
  await addPlayers(page, owner, clan, ["Bram"]);
  await openAs(page, owner, `${rosterOf(clan)}&status=any`);
  await act(page, "Bram", "Inactivate");
  const row = page.getByRole("row", { name: "Bram" });
  await expect(row).toContainText("Inactive");
  await page.getByRole("button", { name: "Add player" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a player" });
  await dialog.getByLabel("Name").fill("Corvin");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(row).not.toContainText("Inactive");
  await expect(dialog.getByLabel("Name")).toHaveValue("Corvin");
});

/** One dot. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test(
  "a member disputes a missed day on a phone; an officer warns, accepts, takes it back and accepts at a desk",
  { tag: "@wide" },
  async ({ page, visitor, baseURL }) => {
    const counting = await addCountingClan(page, ["Bram", "Corvin"], [{ name: "Donations", daily_target: 50 }]);
    const { owner, clan, players } = counting;
    for (const ago of [1, 2])
      await enter(page, counting, daysAgo(ago), { Kara: { Donations: 60 }, Corvin: { Donations: 70 } });
    const bram = await addLinked(page, owner, players.Bram);

    const phone = await visitor({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } });
    await openAs(phone, bram, `/player/${players.Bram}`);
    const missed = phone.locator(`button[data-day="${daysAgo(1)}"]`);
    await expect(phone.getByRole("region", { name: "Calendar" })).toBeVisible();
    if (daysAgo(0).endsWith("-01")) await phone.getByRole("button", { name: "Earlier month" }).click();
    await missed.click();
    await phone.getByRole("button", { name: /^Donations ?missing/ }).click();
    await phone.getByRole("button", { name: "This is wrong…" }).click();
    const dispute = phone.getByRole("dialog", { name: "This is wrong" });
    await dispute.getByLabel("Right value").fill("140");
    await dispute.getByLabel("Reason").fill("Donated before the war, see the picture");
    const files = { name: "proof.png", mimeType: "image/png", buffer: Buffer.from(picture, "base64") };
    await dispute.getByLabel(/^Pictures as proof/).setInputFiles(files);
    await dispute.getByRole("button", { name: "Send request" }).click();
    await expect(phone.getByText("Your officers will decide.").first()).toBeVisible();

    await openAs(page, owner, `${rosterOf(clan)}&view=attention`);
    await page.getByRole("button", { name: "Warn Bram" }).click();
    await page.getByRole("dialog", { name: "Warn Bram" }).getByRole("button", { name: "Warn" }).click();
    await expectToast(page, "Bram warned");
    await page.getByRole("link", { name: /^Requests/ }).click();
    const accept = page.getByRole("button", { name: "Accept 140 for Bram" });
    await expect(page.getByRole("button", { name: "Picture 1 of Bram" })).toBeVisible();
    await accept.click();
    await expectToast(page, "Bram: accepted");
    await expect(accept).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(accept).toBeVisible();

    // The grid has the same answer at the value itself.
    await page.goto(`/daily-activity?clan=${clan.id}&day=${daysAgo(1)}`);
    await page.getByRole("gridcell", { name: /^Bram, Donations: .*disputed/ }).click();
    const note = page.getByRole("group", { name: "About this cell" });
    await expect(note).toContainText("Bram says 140");
    await note.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("gridcell", { name: /^Bram, Donations: 140/ })).toBeVisible();

    await phone.goto("/dashboard");
    const standing = phone.getByRole("region", { name: clan.name });
    await expect(standing).toContainText("Kara warned you");
    await expect(standing).toContainText("Kara accepted 140");
    await standing.getByRole("button", { name: "Got it" }).click();
    await expect(standing).not.toContainText("Kara accepted 140");
  },
);
