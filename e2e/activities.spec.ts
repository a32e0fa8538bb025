import type { Page } from "@playwright/test";
import { addCountingClan } from "./helpers/entries.ts";
import { expect, test } from "./fixtures.ts";
import { callAs, type Clan, openAs } from "./helpers/people.ts";

const activitiesOf = ({ id }: Clan) => `/customize-activities?clan=${id}`;

async function act(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

async function openMore(page: Page, action: string) {
  await page.getByRole("button", { name: "More for activities" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** The list from top to bottom, by the handles that move it. */
async function expectOrder(page: Page, names: string[]) {
  const handles = page.getByRole("button", { name: /^Move / });
  const labels = () => handles.evaluateAll((all) => all.map((handle) => handle.getAttribute("aria-label")));
  await expect.poll(labels).toEqual(names.map((name) => `Move ${name}`));
}

test(
  "an owner puts the list in order by keys and by dragging, archives one and deletes one, each with a way back",
  { tag: "@wide" },
  async ({ page }) => {
    const { owner, clan } = await addCountingClan(
      page,
      ["Bram"],
      [{ name: "Donations" }, { name: "Raid" }, { name: "War hit", value_type: "yes_no" }],
    );
    await openAs(page, owner, activitiesOf(clan));
    await expectOrder(page, ["Donations", "Raid", "War hit"]);
    await page.getByRole("button", { name: "Move War hit" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Space");
    await expect(page.getByText("War hit dropped at position 1 of 3.")).toBeAttached();
    await expectOrder(page, ["War hit", "Donations", "Raid"]);

    const raid = await page.getByRole("button", { name: "Move Raid" }).boundingBox();
    const top = await page.getByRole("button", { name: "Move War hit" }).boundingBox();
    if (!raid || !top) throw new Error("The handles are not in sight.");
    await page.mouse.move(raid.x + 8, raid.y + 8);
    await page.mouse.down();
    await page.mouse.move(top.x + 8, top.y - 4, { steps: 8 });
    await page.mouse.up();
    await expectOrder(page, ["Raid", "War hit", "Donations"]);
    // The second order may still wait for the answer to the first: then it is sent as the page is left.
    await page.reload();
    const listSaved = async () => {
      const { items } = await callAs<{ items: { name: string }[] }>(page, owner, `/clans/${clan.id}/activities`);
      return items.map(({ name }) => name);
    };
    await expect.poll(listSaved).toEqual(["Raid", "War hit", "Donations"]);
    // The page that came may have read the list before that.
    await page.reload();
    await expectOrder(page, ["Raid", "War hit", "Donations"]);

    await act(page, "Raid", "Delete");
    await expectOrder(page, ["War hit", "Donations"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectOrder(page, ["Raid", "War hit", "Donations"]);
    await act(page, "War hit", "Archive");
    await expectOrder(page, ["Raid", "Donations"]);
    await page.getByRole("button", { name: "Make active again War hit" }).click();
    await expectOrder(page, ["Raid", "War hit", "Donations"]);
    await act(page, "Raid", "Delete");
    await expectOrder(page, ["War hit", "Donations"]);
    await openMore(page, "Bin");
    await expect(page.getByRole("dialog", { name: "Bin" })).toContainText("30 days left");
    await page.getByRole("button", { name: "Restore Raid" }).click();
    await expect(page.getByRole("button", { name: "Move Raid" })).toBeVisible();
  },
);
