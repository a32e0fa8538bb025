import { expect, isPhone, test } from "./fixtures.ts";
import { addBoard } from "./helpers/boards.ts";
import { addCountingClan, daysAgo, enter } from "./helpers/entries.ts";
import { openAs } from "./helpers/people.ts";

test("from My Clans to the clan's home, and from every screen to every other in one click, two on a phone", async ({
  page,
}) => {
  const counting = await addCountingClan(page, ["Ash", "Bram"], [{ name: "Donations" }]);
  const { owner, clan, activities } = counting;
  await enter(page, counting, daysAgo(0), { Ash: { Donations: 60 } });
  await addBoard(page, counting, { title: "Week race", activities: [{ activity_id: activities.Donations ?? "" }] });
  await openAs(page, owner, "/clanmanagement");
  await page.getByRole("link", { name: `Open ${clan.name}` }).click();
  await expect(page).toHaveURL(`/clan/${clan.id}`);
  await expect(page.getByRole("heading", { level: 1, name: clan.name })).toBeAttached();
  const today = page.getByRole("region", { name: "Today" });
  await expect(today.getByText(/^1 of \d values$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Scoreboards" }).getByText("Ash")).toBeVisible();

  const screens = [
    ["Today", "Daily Activity"],
    ["History", "Activity History"],
    ["Scoreboards", "Scoreboards"],
    ["Bulletins", "Bulletins"],
    ["Players", "Manage Players"],
    ["Activities", "Customize Activities"],
    ["Invites", "Invites"],
    ["Settings", clan.name],
    ["Home", clan.name],
  ] as const;
  for (const [tab, heading] of screens) {
    const bar = page.getByRole("navigation", { name: "Clan", exact: true });
    const link = bar.getByRole("link", { name: new RegExp(`^${tab}`) });
    // A phone has four of them at its foot and the others in a sheet.
    const more = page.getByRole("dialog", { name: "More" });
    if (isPhone(page)) {
      await bar.getByRole("button", { name: "More" }).click();
      await expect(bar.getByRole("link")).toHaveCount(4);
      await expect(more.getByRole("link")).toHaveText([
        /^Bulletins/,
        /^Players/,
        "Activities",
        "Invites",
        "Settings",
        "My own page",
      ]);
      const inSheet = more.getByRole("link", { name: tab });
      if ((await inSheet.count()) > 0) await inSheet.click();
      else await page.keyboard.press("Escape");
    } else {
      await expect(bar.getByRole("link")).toHaveCount(screens.length);
    }
    if ((await link.count()) > 0) await link.click();
    await expect(more).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeAttached();
    await expect(page).toHaveURL(new RegExp(clan.id));
  }
  await expect(today).toBeVisible();
});
