import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { addCountingClan, changeClan, daysAgo, enter } from "./helpers/entries.ts";
import { openAs } from "./helpers/people.ts";

/** As long as names may be, and without a place to break. */
const longName = "Donaudampfschifffahrtsgesellschaft".padEnd(60, "0123456789");

test("a long name of one word makes no screen wider than the window", async ({ page }) => {
  const activity = { name: "Donations", weekly_target: 9000 };
  const counting = await addCountingClan(page, [longName], [activity]);
  const { owner, clan, players } = counting;
  await changeClan(page, counting, { name: longName.slice(0, 50) });
  await enter(page, counting, daysAgo(0), { [longName]: { Donations: 5 } });
  await openAs(page, owner, `/clan/${clan.id}`);
  await expect(page.getByRole("region", { name: "This week" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  for (const path of [
    `/clan-admin/${clan.id}`,
    `/player/${players[longName]}`,
    `/manage-players?clan=${clan.id}&view=attention`,
    `/dashboard`,
  ]) {
    await page.goto(path);
    const name = page.getByRole("main").getByText(longName.slice(0, 50)).filter({ visible: true });
    await expect(name.first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});

test("a name of ordinary length is not cut on a tablet @wide", async ({ page }) => {
  const { owner, clan } = await addCountingClan(page, ["Thunder Badger"], [{ name: "Donations" }]);
  await page.setViewportSize({ width: 768, height: 1024 });
  await openAs(page, owner, `/manage-players?clan=${clan.id}`);
  const name = page.getByRole("row").getByRole("link", { name: "Thunder Badger" });
  await expect(name).toBeVisible();
  const isCut = await name.evaluate((link) => {
    const cell = link.closest("th, td");
    const cut = [cell, ...(cell?.querySelectorAll("*") ?? [])];
    return cut.some((element) => element !== null && element.scrollWidth > element.clientWidth + 1);
  });
  expect(isCut).toBe(false);
});
