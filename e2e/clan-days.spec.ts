import { addCountingClan, changeClan, type CountingClan, daysAgo, enter, expectDay } from "./helpers/entries.ts";
import { addMaintainer, dayOf, expectSaved, fieldOf, openBeside, write } from "./helpers/day-screen.ts";
import { expect, test } from "./fixtures.ts";
import { addLinked, callAs, openAs, tryAs } from "./helpers/people.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });

const [today, yesterday, locked] = [daysAgo(0), daysAgo(1), daysAgo(3)];

function toCell({ players, activities }: CountingClan, player: string, day: string) {
  return { member_id: players[player], activity_id: activities.Donations, day, value: 5 };
}

test("a late day is flagged, a locked one asks the owner why, and opens again for maintainers @phone", async ({
  page,
  browser,
}) => {
  const counting = await addCountingClan(page, ["Ash", "Bram"], [{ name: "Donations" }]);
  const { owner, clan } = counting;
  const bram = await addMaintainer(page, counting);
  await openAs(page, owner, dayOf(counting));
  await page.getByRole("link", { name: "Previous day" }).click();
  await expect(page.getByText(/^Late \(\d+ h left\)$/)).toBeVisible();
  await write(page, "Ash", "Donations", "10");
  await expectSaved(page);
  await expectDay(page, counting, yesterday, { "Ash, Donations": 10 });

  const other = await openBeside(browser, page, bram, dayOf(counting, locked));
  await expect(other.getByText("This day is locked and can no longer be changed.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Copy previous day" })).toHaveCount(0);
  await expect(fieldOf(other, "Ash", "Donations")).toHaveCount(0);
  const path = `/clans/${clan.id}/entries`;
  const refused = { method: "PUT", data: { entries: [toCell(counting, "Ash", locked)] } };
  expect((await tryAs(page, bram, path, refused)).status()).toBe(423);

  await page.getByLabel("Date").fill(locked);
  await expect(page.getByText("Locked", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit this day" }).click();
  await expect(page.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Reason").fill("The game was down");
  await page.getByRole("button", { name: "Edit this day" }).click();
  await write(page, "Ash", "Donations", "20");
  await expectSaved(page);
  await expectDay(page, counting, locked, { "Ash, Donations": 20 });
  await page.getByRole("button", { name: "More for this day" }).click();
  await page.getByRole("menuitem", { name: "Reopen this day for 24 h" }).click();
  const dialog = page.getByRole("dialog", { name: /^Reopen/ });
  await dialog.getByLabel("Reason").fill("Late scores from the game");
  await dialog.getByRole("button", { name: "Reopen for 24 h" }).click();
  await expect(page.getByText(/^Reopened until/)).toBeVisible();
  await other.reload();
  await expect(other.getByText(/^Reopened until/)).toBeVisible();
  await write(other, "Bram", "Donations", "30");
  await expectSaved(other);
  await expectDay(page, counting, locked, { "Ash, Donations": 20, "Bram, Donations": 30 });

  await page.goto(dayOf(counting, daysAgo(-1)));
  await expect(page.getByRole("heading", { name: "Not started yet" })).toBeVisible();
  const early = { method: "PUT", data: { entries: [toCell(counting, "Ash", daysAgo(-1))] } };
  expect((await tryAs(page, owner, path, early)).status()).toBe(400);
  await page.getByRole("link", { name: "Go to today" }).click();
  await expect(page.getByText("Open", { exact: true })).toBeVisible();
});

test("a member reads the day, and enters their own once the clan lets them @phone", async ({ page }) => {
  const counting = await addCountingClan(
    page,
    ["Ash", "Bram"],
    [
      { name: "Donations", entry_by: "members" },
      { name: "War hit", value_type: "yes_no", entry_by: "members" },
      { name: "Raid" },
    ],
  );
  const { owner, clan, players } = counting;
  const bram = await addLinked(page, owner, players.Bram);
  await enter(page, counting, today, { Ash: { Donations: 9 }, Bram: { Raid: 3 } });
  await openAs(page, bram, dayOf(counting));
  await expect(page.getByText("2 of 9 values")).toBeVisible();
  await expect(page.getByRole("group", { name: "Bram, Donations" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Import" })).toHaveCount(0);

  await changeClan(page, counting, { toggles: { members_enter_own: true } });
  await page.reload();
  await page.getByRole("textbox", { name: "Donations" }).fill("50");
  await page.getByRole("group", { name: "War hit" }).getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Raid" })).toContainText("entered by your officers");
  await expect(page.getByRole("button", { name: "Excuse" })).toHaveCount(0);
  await expectSaved(page);
  const entered = { "Ash, Donations": 9, "Bram, Donations": 50, "Bram, Raid": 3, "Bram, War hit": 1 };
  await expectDay(page, counting, today, entered);
  await page.getByRole("link", { name: "Yesterday" }).click();
  await expect(page.getByText(/^Clan day/)).not.toContainText("ends in");
  await page.getByRole("textbox", { name: "Donations" }).fill("40");
  await page.keyboard.press("Enter");
  await expectSaved(page);
  await expectDay(page, counting, yesterday, { "Bram, Donations": 40 });
  const others = { method: "PUT", data: { entries: [toCell(counting, "Ash", today)] } };
  expect((await tryAs(page, bram, `/clans/${clan.id}/entries`, others)).status()).toBe(403);

  await page.getByRole("link", { name: "Today" }).last().click();
  await page.getByRole("link", { name: "Show all players" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Ash" })).toContainText("9");
  await changeClan(page, counting, { toggles: { members_see_values: false } });
  await page.goto(dayOf(counting));
  await expect(page.getByRole("textbox", { name: "Donations" })).toHaveValue("50");
  await expect(page.getByRole("link", { name: "Show all players" })).toHaveCount(0);

  await callAs(page, owner, `/clans/${clan.id}/members/${players.Bram}/mark-removed`, { data: {} });
  await expect(page.getByText(`You are no longer a member of ${clan.name}.`)).toBeVisible();
  await expect(page.getByText("not part of any clans yet")).toBeVisible();
});
