import { expect, isPhone, test } from "./fixtures.ts";
import { addBoard } from "./helpers/boards.ts";
import { addCountingClan, daysAgo, enter } from "./helpers/entries.ts";
import { openAs } from "./helpers/people.ts";

test("from My Clans to the clan's home, and from there to every screen in one click", async ({ page }) => {
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

  for (const [tab, heading] of [
    ["Today", "Daily Activity"],
    ["History", "Activity History"],
    ["Scoreboards", "Scoreboards"],
    ["Bulletins", "Bulletins"],
    ["Players", "Manage Players"],
    ["Activities", "Customize Activities"],
    ["Invites", "Invites"],
    ["Settings", clan.name],
  ] as const) {
    const bar = page.getByRole("navigation", { name: "Clan", exact: true });
    const link = bar.getByRole("link", { name: new RegExp(`^${tab}`) });
    if (isPhone(page) && (await link.count()) === 0) {
      await bar.getByRole("button", { name: "More" }).click();
      await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: tab }).click();
    } else {
      await link.click();
    }
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(clan.id));
    await bar.getByRole("link", { name: "Home" }).click();
    await expect(today).toBeVisible();
  }
});
