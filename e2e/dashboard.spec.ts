import type { Page } from "@playwright/test";
import { addBoard, addGivingClan, shareBoard } from "./helpers/boards.ts";
import { expect, test } from "./fixtures.ts";
import { addBulletin, addNewsClan, widgetOf } from "./helpers/bulletins.ts";
import { openAs } from "./helpers/people.ts";
import { toastsOf } from "./helpers/toasts.ts";

const first = ["Scoreboards", "Member Invites", "Clan Bulletins"];

/** The widgets from the first to the last. */
async function expectOrder(page: Page, names: string[]) {
  const handles = page.getByRole("main").getByRole("button", { name: /^Move / });
  const labels = () => handles.evaluateAll((all) => all.map((handle) => handle.getAttribute("aria-label")));
  await expect.poll(labels).toEqual(names.map((name) => `Move ${name}`));
}

async function expectSaved(page: Page) {
  const toast = toastsOf(page).filter({ hasText: "Dashboard settings saved" });
  await expect(toast).toBeVisible();
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast).toHaveCount(0);
}

test("an owner drags a widget onto the place of another", { tag: "@wide" }, async ({ page }) => {
  const { owner } = await addNewsClan(page);
  await openAs(page, owner, "/dashboard");
  await expectOrder(page, first);
  const handle = await page.getByRole("button", { name: "Move Scoreboards" }).boundingBox();
  const target = await widgetOf(page, "Clan Bulletins").boundingBox();
  if (!handle || !target) throw new Error("not on the page");
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, target.y + 40, { steps: 8 });
  await page.mouse.up();
  await expectSaved(page);
  const moved = ["Member Invites", "Clan Bulletins", "Scoreboards"];
  await expectOrder(page, moved);
  await page.reload();
  await expectOrder(page, moved);
});

test(
  "a board and a bulletin open above the dashboard; closing and going back lead to where one was",
  { tag: "@phone" },
  async ({ page }) => {
    const counting = await addGivingClan(page, { Kara: 30, Bram: 20 });
    await shareBoard(page, counting, await addBoard(page, counting));
    await addBulletin(page, counting, { content: "" });
    await openAs(page, counting.owner, "/dashboard");
    const width = page.viewportSize()?.width ?? 0;
    for (const [title, widget, widest] of [
      ["Week race", "Scoreboards", 1024],
      ["Raid at eight", "Clan Bulletins", 720],
    ] as const) {
      const opener = widgetOf(page, widget).getByRole("button", { name: new RegExp(title) });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog).toBeVisible();
      await expect(dialog).toContainText("Owls of Dawn");
      expect((await dialog.boundingBox())?.width).toBeCloseTo(Math.min(widest, width - 24), 0);
      await dialog.getByRole("button", { name: "Close" }).first().click();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await opener.click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL("/dashboard");
      await opener.click();
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    await widgetOf(page, "Scoreboards")
      .getByRole("button", { name: /Week race/ })
      .click();
    const frame = page.getByTitle("Scoreboard Week race").contentFrame();
    await expect(frame.getByRole("row").filter({ hasText: "Kara" })).toContainText("you");
    await frame.getByRole("heading", { name: "Week race" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await widgetOf(page, "Clan Bulletins").getByRole("button", { name: "Raid at eight" }).click();
    await expect(page.getByRole("dialog")).toContainText("No content");
    await page.reload();
    await expect(page.getByRole("dialog", { name: "Raid at eight" })).toBeVisible();
  },
);
