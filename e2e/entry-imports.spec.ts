import type { Page } from "@playwright/test";
import { addCountingClan, daysAgo, enter, expectDay } from "./helpers/entries.ts";
import { dayOf } from "./helpers/day-screen.ts";
import { expect, isPhone, test } from "./fixtures.ts";
import { openAs } from "./helpers/people.ts";

const [today, yesterday] = [daysAgo(0), daysAgo(1)];

async function openImport(page: Page) {
  await page.getByRole("button", { name: isPhone(page) ? "More for this day" : "Import", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import values" }).click();
  return page.getByRole("dialog", { name: /^Import values/ });
}

/** As a field of this browser shows a day. */
const asTyped = (day: string) =>
  new Date(day).toLocaleDateString("en-US", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

test("a file of values is checked, imported with what was decided, noticed a second time and taken back @wide", async ({
  page,
}) => {
  const counting = await addCountingClan(page, ["Ash", "Bram", "Corvin"], [{ name: "Donations" }, { name: "Raid" }]);
  await enter(page, counting, yesterday, { Corvin: { Donations: 10 }, Ash: { Raid: 2 } });
  await openAs(page, counting.owner, dayOf(counting));
  const dialog = await openImport(page);
  const lines = [
    "date,player,activity,value",
    `${yesterday},Ash,Donations,100`,
    `${yesterday},Brom,Donations,200`,
    `${yesterday},Corvin,Donations,30`,
    `${yesterday},Ash,Raid,2`,
    `${yesterday},Zed the Unseen,Donations,5`,
    `${yesterday},Ash,Fishing,3`,
    `${today},Ash,Donations,lots`,
    `${today},Ash,Raid,4`,
  ];
  const file = { name: "october.csv", mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\r\n")}\r\n`) };
  await dialog.getByLabel("Or a CSV file").setInputFiles(file);
  await expect(dialog.getByLabel("The file has")).toHaveValue("long");
  await expect(dialog.getByLabel("Value", { exact: true })).toHaveValue("3");
  await dialog.getByRole("button", { name: "Check the file" }).click();
  const counts = dialog.getByRole("list", { name: "What the file would do" });
  for (const count of ["2 new", "1 the same", "1 skipped", "2 of unknown players", "1 of unknown activities"]) {
    await expect(counts).toContainText(count);
  }
  await expect(dialog.getByRole("region", { name: "Skipped lines" })).toContainText("Line 8");
  await expect(dialog.getByLabel(/^Zed the Unseen/).getByRole("option")).toHaveText([
    "Leave out",
    "Add as a new player",
  ]);
  await dialog.getByLabel(/^Brom/).selectOption("This is Bram");
  await expect(counts).toContainText("3 new");
  await dialog.getByLabel("Existing values").selectOption("replace with the file’s value");
  await expect(counts).toContainText("1 changed");
  await expectDay(page, counting, yesterday, { "Ash, Raid": 2, "Corvin, Donations": 10 });
  await dialog.getByRole("button", { name: "Import 4 values" }).click();
  await expect(dialog).toHaveCount(0);
  await expectDay(page, counting, yesterday, {
    "Ash, Donations": 100,
    "Ash, Raid": 2,
    "Bram, Donations": 200,
    "Corvin, Donations": 30,
  });
  await expectDay(page, counting, today, { "Ash, Raid": 4 });
  await expect(page.getByText("1 of 8 values")).toBeVisible();

  await openImport(page);
  await dialog.getByLabel("Or a CSV file").setInputFiles(file);
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await expect(dialog).toContainText("Kara imported the same file");
  await dialog.getByLabel("Existing values").selectOption("add the file’s value");
  await expect(dialog.getByRole("button", { name: /^Import \d+ values$/ })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Import it again" }).check();
  await expect(dialog.getByRole("button", { name: /^Import \d+ values$/ })).toBeEnabled();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard" }).click();

  await openImport(page);
  await dialog.getByText("Earlier imports").click();
  await dialog.getByRole("button", { name: "Undo the import of october.csv" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "restored" })).toHaveText("4 values restored.");
  await expectDay(page, counting, yesterday, { "Ash, Raid": 2, "Corvin, Donations": 10 });
  await expectDay(page, counting, today, {});
});

test("a table with one activity a column is read as it was the last time @wide", async ({ page }) => {
  const wanted = [
    { name: "Gold", value_type: "decimal" },
    { name: "War hit", value_type: "yes_no" },
  ];
  const counting = await addCountingClan(page, ["Ash", "Bram"], wanted);
  await openAs(page, counting.owner, dayOf(counting));
  const dialog = await openImport(page);
  const paste = async (text: string) => {
    await dialog.getByLabel("Values").fill(text);
    await dialog.getByRole("button", { name: "Next" }).click();
  };
  await paste("Player;Ingots;War hit;Mood\nAsh;1,5;yes;good\nBram;0,25;no;bad\n");
  await expect(dialog.getByLabel("One and a half is written")).toHaveValue(",");
  await dialog.getByLabel("Ingots").selectOption("Gold");
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await dialog.getByRole("button", { name: "Import 4 values" }).click();
  await expect(dialog).toHaveCount(0);
  const first = { "Ash, Gold": 1.5, "Ash, War hit": 1, "Bram, Gold": 0.25, "Bram, War hit": 0 };
  await expectDay(page, counting, today, first);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expectDay(page, counting, today, {});

  await page.getByRole("link", { name: "Previous day" }).click();
  await openImport(page);
  await paste("Player;Ingots;War hit;Mood\nAsh;2,5;;\n");
  await expect(dialog.getByLabel("Ingots")).toContainText("Gold");
  await expect(dialog.getByLabel("Day", { exact: true })).toHaveValue(asTyped(yesterday));
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await dialog.getByRole("button", { name: "Import 1 value" }).click();
  await expect(dialog).toHaveCount(0);
  await expectDay(page, counting, yesterday, { "Ash, Gold": 2.5 });
});
