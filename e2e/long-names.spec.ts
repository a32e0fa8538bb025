import { expect, expectNoSidewaysScroll, test } from "./fixtures.ts";
import { addCountingClan, changeClan, daysAgo, enter } from "./helpers/entries.ts";
import { openAs } from "./helpers/people.ts";

/** As long as names may be, and without a place to break. */
const longName = "Donaudampfschifffahrtsgesellschaft".padEnd(60, "0123456789");

test("a long name of one word makes no screen wider than the window", async ({ page }) => {
  const activities = [
    { name: "Donations", weekly_target: 9000 },
    { name: "Troops donated to everybody in the clan on war days" },
  ];
  const counting = await addCountingClan(page, [longName], activities);
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
  await expect(page.getByText("Still due today:")).toBeVisible();
  const cut = page.locator("main section").filter({ hasText: "Still due today:" });
  expect(await cut.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
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

test("a name from right to left is cut at its end @phone", async ({ page }) => {
  const arabic = "محمد بن عبد الله الطويل جدا جدا جدا من الشمال البعيد";
  const counting = await addCountingClan(page, [arabic, "علي"], [{ name: "Donations" }]);
  await openAs(page, counting.owner, `/manage-players?clan=${counting.clan.id}`);
  for (const name of [arabic, "علي"]) {
    const link = page.getByRole("link", { name, exact: true });
    await expect(link).toBeVisible();
    const { first, box, start } = await link.evaluate((element) => {
      const range = document.createRange();
      range.setStart(element.firstChild ?? element, 0);
      range.setEnd(element.firstChild ?? element, 1);
      const cut = element.closest("[data-wrap=cut]") ?? element;
      const all = element.getBoundingClientRect();
      return { first: range.getBoundingClientRect(), box: cut.getBoundingClientRect(), start: all.left };
    });
    expect(first.left).toBeGreaterThanOrEqual(box.left);
    expect(first.right).toBeLessThanOrEqual(box.right + 1);
    if (name === "علي") expect(start).toBeLessThan(box.left + 2);
  }
});
