import type { Page } from "@playwright/test";
import { addCountingClan, type CountingClan, daysAgo, enter } from "./helpers/entries.ts";
import { expect, isPhone, test } from "./fixtures.ts";
import { openAs } from "./helpers/people.ts";

const [yesterday, dayBefore] = [daysAgo(1), daysAgo(2)];
const historyOf = ({ clan }: CountingClan) => `/activity-history?clan=${clan.id}`;

/** Two days of three players; one number was corrected. */
async function addHistory(page: Page) {
  const wanted = [{ name: "Donations" }, { name: "War hit", value_type: "yes_no", points_per_unit: 10 }];
  const counting = await addCountingClan(page, ["Ash", "Bram"], wanted);
  await enter(page, counting, dayBefore, { Ash: { Donations: 50, "War hit": 1 } });
  await enter(page, counting, yesterday, { Ash: { Donations: 100 }, Bram: { Donations: 80 } });
  await enter(page, counting, yesterday, { Ash: { Donations: 120 } });
  return counting;
}

function valueOf(page: Page, player: string, activity: string, value: string) {
  return page.getByRole("button", { name: new RegExp(`^${player}, ${activity}, .*: ${value}$`) });
}

async function openView(page: Page, name: string) {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`view=${name.toLowerCase()}`));
}

/** On a phone the filters are folded away. */
async function filterBy(page: Page, filter: string, choice: string) {
  const button = page.getByRole("button", { name: filter, exact: true });
  if (isPhone(page) && !(await button.isVisible())) await page.getByRole("button", { name: /^Filters/ }).click();
  await button.click();
  await page.getByRole("checkbox", { name: choice, exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `${filter}: ${choice}` })).toBeVisible();
}

test(
  "an owner reads what was entered in six views, and the filters stay in the address",
  { tag: "@wide" },
  async ({ page }) => {
    const counting = await addHistory(page);
    await openAs(page, counting.owner, historyOf(counting));
    await expect(valueOf(page, "Ash", "Donations", "120")).toBeVisible();
    await expect(valueOf(page, "Ash", "War hit", "yes")).toBeVisible();
    const totals = page.getByRole("paragraph").filter({ hasText: "Totals of" });
    await expect(totals).toContainText("Totals of 4 values: 260 points");
    await filterBy(page, "Players", "Ash");
    await expect(totals).toContainText("Totals of 3 values: 180 points");
    await expect(valueOf(page, "Bram", "Donations", "80")).toHaveCount(0);
    await page.getByRole("button", { name: "How this is calculated" }).click();
    const working = page.getByRole("dialog", { name: /^Totals of/ });
    await expect(working.getByRole("row").filter({ hasText: "Donations" })).toContainText("170");
    await page.keyboard.press("Escape");
    await page.getByLabel("Group by").selectOption("Activity");
    await expect(page.getByRole("button", { name: "Points of War hit: 10" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Points of War hit: 10" })).toBeVisible();
    await expect(totals).toContainText("180 points");

    await openView(page, "Matrix");
    await page.getByRole("combobox", { name: "Period", exact: true }).selectOption("Day");
    const ash = page.getByRole("region", { name: "Players by period" }).getByRole("row").filter({ hasText: "Ash" });
    await expect(ash.getByRole("button", { name: /^Ash, .*: 120 points/ })).toBeVisible();
    await expect(ash.getByRole("button", { name: /^Ash, all: 180 points/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("button", { name: "Points of War hit: 10" })).toBeVisible();
    await page.goForward();
    await expect(ash.getByRole("button", { name: /^Ash, all: 180 points/ })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();

    await openView(page, "Compliance");
    await page.getByLabel("Days", { exact: true }).selectOption("Yesterday");
    const players = page.getByRole("list", { name: "Players, worst first" }).getByRole("listitem");
    await expect(players).toHaveCount(3);
    await expect(players.first()).toContainText("Kara");
    await expect(page.getByRole("button", { name: /^Ash: 50%/ })).toBeVisible();
    await page.getByLabel("Days", { exact: true }).selectOption("Last 7 days");

    await openView(page, "Calendar");
    await page.getByRole("combobox", { name: "Player" }).fill("ash");
    await page.getByRole("option", { name: "Ash" }).click();
    await expect(page.getByRole("link", { name: /: 1 of 2 met, 120 points$/ })).toBeVisible();
    await expect(page.getByRole("link", { name: /: 2 of 2 met, 60 points$/ })).toBeVisible();

    await openView(page, "Trends");
    await page.getByText("Data table").click();
    const trends = page.getByRole("region", { name: "Points by day" });
    // On a phone oneself and the clan's mean, as long as nobody else is chosen.
    if (isPhone(page)) await expect(trends.getByRole("columnheader", { name: "Kara" })).toBeVisible();
    else await expect(trends.getByRole("row", { name: /120/ })).toContainText("80");

    await openView(page, "Changes");
    const changes = page.getByRole("list", { name: "Changes, the latest first" }).getByRole("listitem");
    await expect(changes).toHaveCount(5);
    await expect(changes.first()).toContainText(/100.*120/);
  },
);
