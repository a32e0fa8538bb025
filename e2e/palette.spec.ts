import { expect, isPhone, test } from "./fixtures.ts";
import { addBoard, addGivingClan } from "./helpers/boards.ts";
import { addClan, openAs } from "./helpers/people.ts";

test(
  "by the keyboard alone somebody finds a board and a player, and goes from screen to screen",
  {
    tag: "@wide",
  },
  async ({ page }) => {
    const world = await addGivingClan(page, { Wolfram: 12, Ann: 3 });
    await addBoard(page, world, { title: "Wolves of the week" });
    await addClan(page, world.owner, "Wolf Pack");
    await openAs(page, world.owner, `/clan/${world.clan.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Find or do anything" }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Find or do anything" });
    await expect(field).toBeFocused();
    await field.pressSequentially("wol");
    const board = page.getByRole("option", { name: /^Wolves of the week/ });
    await expect(board).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("option", { name: /^Wolfram/ })).toBeVisible();
    await expect(page.getByRole("option", { name: /^Wolf Pack/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Wolves of the week" })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    const grid = page.getByRole("grid");
    await grid.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" }).getByText("Next missing value")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("gridcell", { name: /: 7/ })).toBeVisible();
  },
);

test("on a phone the magnifier opens the same", { tag: "@phone" }, async ({ page }) => {
  expect(isPhone(page)).toBe(true);
  const world = await addGivingClan(page, { Wolfram: 12 });
  await openAs(page, world.owner, `/clan/${world.clan.id}`);
  await page.getByRole("button", { name: "Find or do anything" }).tap();
  await page.getByRole("combobox", { name: "Find or do anything" }).fill("wolf");
  await page.getByRole("option", { name: /^Wolfram/ }).tap();
  await expect(page).toHaveURL(/\/player\//);
  await expect(page.getByRole("heading", { level: 1, name: "Wolfram" })).toBeAttached();
});
