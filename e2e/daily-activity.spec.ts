import type { Page } from "@playwright/test";
import { addCountingClan, daysAgo, enter, expectDay } from "./helpers/entries.ts";
import {
  addMaintainer,
  cellOf,
  chooseActivity,
  chooseInRow,
  dayOf,
  expectSaved,
  expectValue,
  fieldOf,
  openBeside,
  write,
} from "./helpers/day-screen.ts";
import { expect, isPhone, test } from "./fixtures.ts";
import { openAs } from "./helpers/people.ts";
import { haveAccount, logIn } from "./helpers/auth.ts";

const today = daysAgo(0);

/** Ash, Bram, Corvin and Kara, and one activity of each kind. */
function addBusyClan(page: Page) {
  return addCountingClan(
    page,
    ["Ash", "Bram", "Corvin"],
    [
      { name: "Donations", max_value: 9000 },
      { name: "Gold", value_type: "decimal" },
      { name: "War hit", value_type: "yes_no", points_per_unit: 10 },
      { name: "Practice", value_type: "duration", points_per_unit: 0 },
    ],
  );
}

test("an owner types a day like a spreadsheet, and it is on the server", { tag: "@wide" }, async ({ page }) => {
  const counting = await addBusyClan(page);
  await enter(page, counting, daysAgo(1), { Kara: { Donations: 40 }, Ash: { Donations: 50 } });
  await openAs(page, counting.owner, dayOf(counting));
  await expect(page.getByText("0 of 16 values")).toBeVisible();
  await cellOf(page, "Ash", "Donations").click();
  await page.keyboard.type("120");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1.5k");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2.5");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await expect(cellOf(page, "Bram", "War hit", "yes")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(cellOf(page, "Bram", "War hit", "missing")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(cellOf(page, "Bram", "War hit", "yes")).toBeVisible();
  await page.keyboard.press("Control+y");
  await expect(cellOf(page, "Bram", "War hit", "missing")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cellOf(page, "Bram", "War hit", "yes")).toBeVisible();
  await write(page, "Ash", "Donations", "+5");
  await write(page, "Ash", "Practice", "1:30");
  await write(page, "Corvin", "Donations", "9001");
  await expect(page.getByRole("alert")).toContainText("9");
  await expect(page.getByRole("group", { name: "About this cell" })).toBeVisible();
  await page.keyboard.press("Escape");
  const entered = {
    "Ash, Donations": 125,
    "Ash, Practice": 90,
    "Bram, Donations": 1500,
    "Bram, Gold": 2.5,
    "Bram, War hit": 1,
    "Corvin, Gold": "excused",
    "Corvin, War hit": 1,
  };
  await expectSaved(page);
  await expectDay(page, counting, today, entered);
  await expect(page.getByText("7 of 16 values")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText("1,625");

  await page.getByRole("button", { name: "Copy previous day" }).click();
  await expect(cellOf(page, "Kara", "Donations", "40")).toBeVisible();
  await page.getByRole("button", { name: "Column War hit" }).click();
  await page.getByRole("menuitem", { name: "Set column…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set War hit" });
  await dialog.getByLabel("Value").fill("no");
  await dialog.getByRole("button", { name: "Set 2 values" }).click();
  await expectSaved(page);
  const filled = { ...entered, "Kara, Donations": 40, "Ash, War hit": 0, "Kara, War hit": 0 };
  await expectDay(page, counting, today, filled);
  await page.reload();
  await expect(page.getByText("10 of 16 values")).toBeVisible();
  await expect(cellOf(page, "Bram", "Donations", "1,500")).toBeVisible();
  await expect(cellOf(page, "Ash", "War hit", "no")).toBeVisible();

  await cellOf(page, "Ash", "Donations").click();
  await page.keyboard.press("Alt+Enter");
  const drawer = page.getByRole("dialog", { name: "Ash: Donations" });
  await expect(drawer).toContainText("by Kara");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Only missing" }).click();
  await page.getByRole("searchbox", { name: "Find a player" }).fill("ka");
  await expect(cellOf(page, "Kara", "Gold", "missing")).toBeVisible();
  await expect(cellOf(page, "Ash", "Gold")).toHaveCount(0);
});

test(
  "a block from a spreadsheet is pasted, what cannot be read is told, and a block is copied out",
  { tag: "@wide" },
  async ({ page, context }) => {
    const counting = await addBusyClan(page);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openAs(page, counting.owner, dayOf(counting));
    // As Excel writes it: quotes around what has a line end or a quote in it, and one line end more at the end.
    const block = '120\t2,5\tyes\r\n"1500\n"\t3,25\tno\r\n"a ""big"" one"\t0,75\t\r\n';
    await cellOf(page, "Ash", "Donations").click();
    await page.evaluate((text) => navigator.clipboard.writeText(text), block);
    await page.keyboard.press("Control+v");
    const shown = page.getByRole("status").filter({ hasText: "could not be read" });
    await expect(shown).toContainText("1 value could not be read and stayed as before");
    await expect(shown.getByRole("listitem")).toContainText('Corvin, Donations: “a "big" one”.');
    await expectSaved(page);
    const pasted = {
      "Ash, Donations": 120,
      "Ash, Gold": 2.5,
      "Ash, War hit": 1,
      "Bram, Donations": 1500,
      "Bram, Gold": 3.25,
      "Bram, War hit": 0,
      "Corvin, Gold": 0.75,
    };
    await expectDay(page, counting, today, pasted);
    await shown.getByRole("button", { name: "Corvin, Donations" }).click();
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await expect(shown).toHaveCount(0);

    await cellOf(page, "Bram", "Donations").click();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+c");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("1500\t3.25\tno\n7\t0.75\t");
    await cellOf(page, "Kara", "Donations").click();
    await page.keyboard.press("Control+v");
    await expect(page.getByRole("status").filter({ hasText: "did not fit" })).toContainText("3 values did not fit");
    await expectSaved(page);
    await expectDay(page, counting, today, {
      ...pasted,
      "Corvin, Donations": 7,
      "Kara, Donations": 1500,
      "Kara, Gold": 3.25,
      "Kara, War hit": 0,
    });
  },
);

/** Begins to write and does not finish. */
async function type(page: Page, player: string, text: string) {
  if (isPhone(page)) return fieldOf(page, player, "Donations").fill(text);
  await cellOf(page, player, "Donations").click();
  return page.keyboard.type(text);
}

/** Saves of this page wait until they are let go. */
async function holdSaves(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route("**/entries", async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test(
  "two people at one day see each other’s numbers, and settle a cell that both wrote",
  { tag: "@wide" },
  async ({ page, browser }) => {
    const counting = await addCountingClan(page, ["Ash", "Bram"], [{ name: "Donations" }]);
    const bram = await addMaintainer(page, counting);
    await openAs(page, counting.owner, dayOf(counting));
    const other = await openBeside(browser, page, bram, dayOf(counting));
    await type(other, "Bram", "77");
    await write(page, "Ash", "Donations", "120");
    await expectValue(other, "Ash", "Donations", "120");
    await other.keyboard.press("Enter");
    await expectSaved(other);
    await expectValue(page, "Bram", "Donations", "77");
    await expectDay(page, counting, today, { "Ash, Donations": 120, "Bram, Donations": 77 });

    const sendTheirs = await holdSaves(other);
    await write(other, "Ash", "Donations", "130");
    await write(other, "Bram", "Donations", "78");
    await write(page, "Ash", "Donations", "140");
    await write(page, "Bram", "Donations", "88");
    await expectSaved(page);
    await expectDay(page, counting, today, { "Ash, Donations": 140, "Bram, Donations": 88 });
    sendTheirs();
    await expect(other.getByRole("status").filter({ hasText: "2 values changed by someone else" })).toBeVisible();
    await settle(other, "Ash", "140", "Keep mine");
    await settle(other, "Bram", "88", "Take theirs");
    await expectSaved(other);
    await expectDay(page, counting, today, { "Ash, Donations": 130, "Bram, Donations": 88 });
    await expectValue(page, "Ash", "Donations", "130");
    await expectValue(other, "Bram", "Donations", "88");
  },
);

/** Theirs is told beside the question; in a grid, once one is at the cell. */
async function settle(page: Page, player: string, theirs: string, choice: string) {
  const question = isPhone(page)
    ? page.getByRole("listitem").filter({ has: fieldOf(page, player, "Donations") })
    : page.getByRole("group", { name: "About this cell" });
  if (!isPhone(page)) await cellOf(page, player, "Donations").click();
  await expect(question).toContainText(theirs);
  await expect(question).toContainText("Kara");
  await question.getByRole("button", { name: choice }).click();
  await expect(question.getByRole("button", { name: choice })).toHaveCount(0);
}

test(
  "a number that arrives in a cell somebody types into is not written over without a word",
  { tag: "@phone" },
  async ({ page, browser }) => {
    const counting = await addCountingClan(page, ["Ash", "Bram"], [{ name: "Donations" }]);
    const bram = await addMaintainer(page, counting);
    await openAs(page, counting.owner, dayOf(counting));
    const other = await openBeside(browser, page, bram, dayOf(counting));
    await type(other, "Ash", "7");
    await write(page, "Ash", "Donations", "120");
    await write(page, "Bram", "Donations", "5");
    await expectValue(other, "Bram", "Donations", "5");
    await other.keyboard.press("Enter");
    await settle(other, "Ash", "120", "Take theirs");
    await expectDay(page, counting, today, { "Ash, Donations": 120, "Bram, Donations": 5 });
  },
);

test("an officer chooses an activity and enters it player by player", { tag: "@phone" }, async ({ page }) => {
  const counting = await addBusyClan(page);
  await openAs(page, counting.owner, dayOf(counting));
  await chooseActivity(page, "Donations");
  await fieldOf(page, "Ash", "Donations").fill("120");
  await fieldOf(page, "Bram", "Donations").fill("many");
  await fieldOf(page, "Corvin", "Donations").fill("1.5k");
  await expect(page.getByRole("alert")).toHaveText("Enter a whole number, such as 250, +5 or 1.5k.");
  await fieldOf(page, "Bram", "Donations").fill("x");
  await chooseInRow(page, "Ash, Donations", "Add to the value…");
  await page.getByLabel("Add to 120").fill("1");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await chooseInRow(page, "Kara, Donations", "Excuse");
  await expect(fieldOf(page, "Kara", "Donations")).toHaveAttribute("placeholder", "excused");
  await chooseActivity(page, "War hit");
  await page.getByRole("group", { name: "Ash, War hit" }).getByRole("button", { name: "Yes" }).click();
  await page.getByRole("group", { name: "Bram, War hit" }).getByRole("button", { name: "No" }).click();
  await expectSaved(page);
  const entered = {
    "Ash, Donations": 121,
    "Bram, Donations": "excused",
    "Corvin, Donations": 1500,
    "Kara, Donations": "excused",
    "Ash, War hit": 1,
    "Bram, War hit": 0,
  };
  await expectDay(page, counting, today, entered);
  await page.reload();
  await chooseActivity(page, "Donations");
  await expect(fieldOf(page, "Ash", "Donations")).toHaveValue("121");
  await chooseInRow(page, "Ash, Donations", "Details");
  await expect(page.getByRole("dialog", { name: "Ash: Donations" })).toContainText("by Kara");
});

test("a phone types one player after the other, in sight of the first of them", { tag: "@phone" }, async ({ page }) => {
  const counting = await addCountingClan(
    page,
    ["Ash", "Bram", "Corvin"],
    [{ name: "Donations" }, { name: "Raid", max_value: 6 }],
  );
  await enter(page, counting, today, { Bram: { Donations: 5 } });
  await openAs(page, counting.owner, dayOf(counting));
  const first = await fieldOf(page, "Ash", "Donations").evaluate((field) =>
    field.closest("li")?.getBoundingClientRect(),
  );
  expect(first?.top).toBeLessThanOrEqual(310);
  expect(first?.height).toBeLessThanOrEqual(57);
  const bar = page.getByRole("tablist", { name: "Activity" }).locator("..");
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(97);
  expect(await fieldOf(page, "Ash", "Donations").boundingBox()).toMatchObject({ width: 104, height: 44 });
  await fieldOf(page, "Ash", "Donations").tap();
  await page.keyboard.type("75");
  await page.keyboard.press("Enter");
  await expect(fieldOf(page, "Corvin", "Donations")).toBeFocused();
  await page.keyboard.type("60");
  await page.getByRole("button", { name: "Next missing" }).tap();
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: /^Raid/ })).toHaveAttribute("aria-selected", "true");
  await expect(fieldOf(page, "Ash", "Raid")).toBeFocused();
  await page.getByRole("group", { name: "Ash, Raid" }).getByRole("button", { name: "1 more" }).tap();
  // What a phone fills in comes without keys and counts when the field is left.
  await fieldOf(page, "Bram", "Raid").fill("2");
  await fieldOf(page, "Bram", "Raid").blur();
  // The keyboard's own Next goes to the field below, which is filled already.
  await fieldOf(page, "Ash", "Raid").tap();
  await page.keyboard.type("3");
  await fieldOf(page, "Bram", "Raid").evaluate((field) => field.focus());
  await expect(fieldOf(page, "Corvin", "Raid")).toBeFocused();
  await fieldOf(page, "Corvin", "Raid").evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "4\n5");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText("2 values pasted.")).toBeVisible();
  await expectSaved(page);
  await expectDay(page, counting, today, {
    "Ash, Donations": 75,
    "Bram, Donations": 5,
    "Corvin, Donations": 60,
    "Kara, Donations": 8,
    "Ash, Raid": 3,
    "Bram, Raid": 2,
    "Corvin, Raid": 4,
    "Kara, Raid": 5,
  });
  await page.reload();
  await expect(page.getByRole("tab", { name: /^Raid/ })).toHaveAttribute("aria-selected", "true");
});

test.describe("without a line", () => {
  test.use({ allowedNoise: /Failed to load resource/ });

  test(
    "what was typed when the line dropped is saved when it returns",
    { tag: "@phone" },
    async ({ page, context }) => {
      const counting = await addCountingClan(page, ["Ash", "Bram"], [{ name: "Donations" }]);
      await openAs(page, counting.owner, dayOf(counting));
      await write(page, "Ash", "Donations", "120");
      await type(page, "Bram", "77");
      await context.setOffline(true);
      await expect(page.getByRole("alertdialog", { name: "You’re offline" })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await page.keyboard.type("5");
      await page.keyboard.press("Enter");
      await expectSaved(page);
      await expectDay(page, counting, today, { "Ash, Donations": 120, "Bram, Donations": 775 });
    },
  );

  test(
    "whoever was typing when the line dropped goes on when it returns",
    { tag: "@wide" },
    async ({ page, context }) => {
      const counting = await addCountingClan(page, ["Ash"], [{ name: "Donations" }]);
      await openAs(page, counting.owner, dayOf(counting));
      await type(page, "Ash", "12");
      await context.setOffline(true);
      await expect(page.getByRole("alertdialog", { name: "You’re offline" })).toBeFocused();
      await context.setOffline(false);
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await page.keyboard.type("5");
      await page.keyboard.press("Enter");
      await expectSaved(page);
      await expectDay(page, counting, today, { "Ash, Donations": 125 });
    },
  );

  test("what could not be saved outlives a reload, and the end of the session", { tag: "@wide" }, async ({ page }) => {
    const { email, token } = await haveAccount(page);
    const owner = { id: "", token };
    const counting = await addCountingClan(page, ["Ash", "Bram"], [{ name: "Donations" }], owner);
    await page.goto(dayOf(counting));
    await page.route("**/entries", (route) => route.abort());
    await write(page, "Ash", "Donations", "120");
    const overlay = page.getByRole("alertdialog", { name: "Service unavailable" });
    await expect(overlay).toBeVisible();
    await page.reload();
    await expect(overlay).toBeVisible();
    await expectDay(page, counting, today, {});
    await page.unroute("**/entries");
    // Not by the overlay's button: any other call that arrives takes the overlay away first.
    await page.reload();
    await expectSaved(page);
    await expectDay(page, counting, today, { "Ash, Donations": 120 });

    const headers = { authorization: `Bearer ${owner.token}` };
    // While the value is on its way: a session that ends earlier leads away from the cell.
    await page.route("**/entries", async (route) => {
      await page.request.post("/auth/v1/logout?scope=global", { headers });
      await route.continue();
    });
    await write(page, "Bram", "Donations", "77");
    await expect(page).toHaveURL("/");
    await page.unroute("**/entries");
    await logIn(page, email);
    await page.goto(dayOf(counting));
    await expectValue(page, "Bram", "Donations", "77");
    await expectSaved(page);
    owner.token = await page.evaluate(() => localStorage.getItem("auth_token") ?? "");
    await expectDay(page, counting, today, { "Ash, Donations": 120, "Bram, Donations": 77 });
  });
});
