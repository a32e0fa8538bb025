import type { Page } from "@playwright/test";
import { addBoard, addGivingClan, boardsOf, give } from "./helpers/boards.ts";
import { daysAgo, enter } from "./helpers/entries.ts";
import { expect, test } from "./fixtures.ts";
import { openAs } from "./helpers/people.ts";
import { expectToast } from "./helpers/toasts.ts";

// The browser itself notes every refusal.
test.use({ allowedNoise: /status of 4\d\d/ });

const today = daysAgo(0);

async function choose(page: Page, board: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${board}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test(
  "a manager makes the first board from a preset, and reads it and how a player scored",
  { tag: "@wide" },
  async ({ page }) => {
    const counting = await addGivingClan(page, { Kara: 30, Bram: 20 });
    await enter(page, counting, today, { Bram: { Raids: 3 } });
    await openAs(page, counting.owner, boardsOf(counting));
    await expect(page.getByRole("heading", { name: "Make your first scoreboard" })).toBeVisible();
    await page.getByRole("button", { name: /^This week’s points/ }).click();
    const form = page.getByRole("dialog", { name: "New scoreboard" });
    await expect(form.getByLabel("Title")).toHaveValue("This week’s points");
    await form.getByLabel("Title").fill("Race of the owls");
    await form.getByLabel("Weight of Raids").fill("2");
    await form.getByRole("button", { name: "Create scoreboard" }).click();

    const standings = page.getByRole("region", { name: "Race of the owls" });
    await expect(standings.getByRole("row").nth(1)).toContainText("Bram");
    await expect(standings.getByRole("row").nth(2)).toContainText("Kara");
    await expect(standings.getByRole("row").nth(2)).toContainText("you");
    await standings.getByRole("button", { name: /^80\s?: how Bram scored/ }).click();
    const working = page.getByRole("dialog", { name: "How Bram scored" });
    const raids = working.getByRole("row", { name: /^Raids/ }).getByRole("cell");
    await expect(raids).toHaveText(["3", "30", /^\d$/, "× 2", "60"]);
    await expect(working.getByRole("row", { name: /^Total/ })).toContainText("80");
    await expect(working.getByRole("table", { name: "Day by day" }).getByRole("link", { name: "20" })).toBeVisible();
    await working.getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "All scoreboards" }).click();
    await expect(page.getByRole("row").filter({ hasText: "Race of the owls" })).toContainText("Active");
  },
);

test(
  "a manager ends a board and opens it again, copies it, and takes a deletion back",
  { tag: "@wide" },
  async ({ page }) => {
    const counting = await addGivingClan(page, { Kara: 30, Bram: 80 });
    await addBoard(page, counting);
    await openAs(page, counting.owner, boardsOf(counting));
    const row = page.getByRole("row").filter({ hasText: "Week race" }).first();
    await expect(row).toContainText("Active");
    await choose(page, "Week race", "End now");
    const question = page.getByRole("dialog", { name: "End Week race?" });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "End now" }).click();
    await expect(row).toContainText("Ended");
    await give(page, counting, { Kara: 500 });
    await page.getByRole("link", { name: "Week race" }).click();
    const standings = page.getByRole("region", { name: "Week race" });
    const goBack = () => page.getByRole("link", { name: "All scoreboards" }).click();
    await expect(standings.getByText("Final result")).toBeVisible();
    await expect(standings.getByRole("row").nth(1)).toContainText("Bram");
    await goBack();
    await choose(page, "Week race", "Reopen");
    await page.getByRole("dialog", { name: "Reopen Week race?" }).getByRole("button", { name: "Reopen" }).click();
    await expect(row).toContainText("Active");
    await page.getByRole("link", { name: "Week race" }).click();
    await expect(standings.getByRole("row").nth(1)).toContainText("Kara");
    await goBack();

    await choose(page, "Week race", "Duplicate");
    const copy = page.getByRole("link", { name: "Week race (copy)" });
    await expect(copy).toBeVisible();
    await choose(page, "Week race (copy)", "Delete");
    await expect(copy).toHaveCount(0);
    await expectToast(page, "Undo");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(copy).toBeVisible();
    await choose(page, "Week race (copy)", "Delete");
    await expect(copy).toHaveCount(0);
    await page.getByRole("button", { name: "Bin", exact: true }).click();
    const bin = page.getByRole("dialog", { name: "Bin" });
    await expect(bin.getByRole("listitem").filter({ hasText: "Week race (copy)" })).toContainText("30 days left");
    await bin.getByRole("button", { name: "Restore" }).click();
    await expect(copy).toBeVisible();
  },
);

test(
  "a manager shares a board for a week, gives it a passcode and a new link, and takes it back",
  { tag: "@phone" },
  async ({ page }) => {
    const counting = await addGivingClan(page, { Kara: 30, Ash: 20 });
    await addBoard(page, counting);
    await openAs(page, counting.owner, boardsOf(counting));
    await choose(page, "Week race", "Share…");
    const dialog = page.getByRole("dialog", { name: "Share Week race" });
    const toggle = dialog.getByRole("switch", { name: "Public link" });
    const statusNow = async () => {
      const address = await dialog.getByRole("link", { name: "Open in new tab" }).getAttribute("href");
      return { address: address ?? "", status: (await page.request.get(address ?? "")).status() };
    };
    await expect(toggle).not.toBeChecked();
    await toggle.click();
    await expect(toggle).toBeChecked();
    await dialog.getByLabel("Link works for").selectOption("7 days");
    await dialog.getByRole("button", { name: "Set expiry" }).click();
    await expect(dialog.getByText("Expiry set")).toBeVisible();
    await dialog.getByLabel("Passcode").fill("owl");
    await dialog.getByRole("button", { name: "Set passcode" }).click();
    await expect(dialog.getByText("A passcode has at least 6 characters.")).toBeVisible();
    await dialog.getByLabel("Passcode").fill("hoot hoot");
    await dialog.getByRole("button", { name: "Set passcode" }).click();
    await expect(dialog.getByText("Visitors are asked for the passcode.")).toBeVisible();
    await dialog.getByText("Show it on your own site").click();
    await expect(dialog.getByLabel("Embed code")).toHaveValue(/<iframe src="http[^"]+\?embed=1"/);

    const first = await statusNow();
    expect(first.status).toBe(200);
    await dialog.getByRole("button", { name: "Rotate link" }).click();
    await dialog.getByRole("button", { name: "Rotate it now" }).click();
    await expect(dialog.getByText("New link created. The old link no longer works.")).toBeVisible();
    expect((await page.request.get(first.address)).status()).toBe(404);
    const second = await statusNow();
    expect(second.status).toBe(200);
    await toggle.click();
    await expect(dialog.getByRole("group", { name: "Disable the link" })).toBeVisible();
    await dialog.getByRole("button", { name: "Disable link" }).click();
    await expect(toggle).not.toBeChecked();
    expect((await page.request.get(second.address)).status()).toBe(404);
  },
);

test("an officer makes a season, ends it and shares its awards", { tag: "@wide" }, async ({ page }) => {
  const counting = await addGivingClan(page, { Kara: 30, Bram: 80 });
  await openAs(page, counting.owner, `${boardsOf(counting)}&view=seasons`);
  await page.getByRole("button", { name: "New season" }).click();
  const form = page.getByRole("dialog", { name: "New season" });
  await form.getByLabel("Name").fill("Autumn cup");
  await form.getByLabel("First day").fill(daysAgo(1));
  await form.getByLabel("Last day").fill(daysAgo(-20));
  await form.getByRole("button", { name: "Create season" }).click();
  await expect(page.getByText("Running")).toBeVisible();
  await choose(page, "Autumn cup", "End now");
  await page.getByRole("dialog", { name: "End Autumn cup?" }).getByRole("button", { name: "End season" }).click();
  const awards = page.getByRole("list", { name: "Awards of Autumn cup" });
  await expect(awards.getByRole("listitem").filter({ hasText: "Top in Donations" })).toContainText("Bram");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("switch", { name: /Public link/ }).click();
  const link = page.getByRole("dialog").getByRole("link", { name: "Open in new tab" });
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(page.getByRole("region", { name: "Awards of Autumn cup" })).toContainText("Top in Donations");
});
