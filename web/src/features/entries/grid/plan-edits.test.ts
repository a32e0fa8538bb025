import fc from "fast-check";
import { expect, test } from "vitest";
import { fakeActivity, fakeMember, fakeSheet } from "../../../testing/fake-sheet.ts";
import { toInputText } from "../format.ts";
import { readText } from "../sheet/read-text.ts";
import { blockOf, cellsIn, planColumn, planFillDown, planPaste, planInput } from "./actions.ts";

const activities = [
  fakeActivity("Donations"),
  fakeActivity("Raid hits", { max_value: 6 }),
  fakeActivity("War", { value_type: "yes_no" }),
];
const names = ["Kara", "Tom", "Ada", "Bo"];
const sheetOf = (canEdit = (_at: { row: number; column: number }) => true) =>
  fakeSheet(
    names.map((name) => fakeMember(name)),
    activities,
    canEdit,
  );
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
const all = [0, 1, 2, 3];

test("a pasted block begins at the chosen cell and goes by the rows that are shown", () => {
  const { edits, wrong, clipped } = planPaste(sheetOf(), [3, 1, 0], at(1, 0), [["5", "2"], ["1k", "x"]]); // prettier-ignore
  expect(edits).toEqual([
    { row: 1, column: 0, input: { kind: "value", value: 5 } },
    { row: 1, column: 1, input: { kind: "value", value: 2 } },
    { row: 0, column: 0, input: { kind: "value", value: 1000 } },
    { row: 0, column: 1, input: { kind: "excused" } },
  ]);
  expect([wrong, clipped]).toEqual([[], 0]);
});

test("one value fills the range, and a block that fits several times is repeated", () => {
  expect(planPaste(sheetOf(), all, at(0, 0, 3, 1), [["3"]]).edits).toHaveLength(8);
  const { edits } = planPaste(sheetOf(), all, at(0, 0, 3, 0), [["1"], ["2"]]);
  expect(edits.map(({ input }) => input)).toMatchObject([{ value: 1 }, { value: 2 }, { value: 1 }, { value: 2 }]);
  expect(planPaste(sheetOf(), all, at(0, 0, 2, 0), [["1"], ["2"]]).area).toEqual(at(0, 0, 1, 0));
});

test("what lies outside is counted, what is wrong is named, what may not be written is left out; the rest is applied", () => {
  const sheet = sheetOf(({ row }) => row !== 3);
  const plan = planPaste(sheet, all, at(2, 1), [["7", "yes", "1"], ["2", "no"], ["3", "no"]]); // prettier-ignore
  expect(plan.edits).toEqual([{ row: 2, column: 2, input: { kind: "value", value: 1 } }]);
  expect(plan.wrong).toEqual([{ row: 2, column: 1, text: "7", problem: "Enter at most 6." }]);
  expect([plan.readOnly, plan.clipped]).toEqual([2, 5]);
});

test("fill down copies the first row of the range, or the row above a single one", () => {
  const sheet = sheetOf();
  sheet.change(0, 0, { state: "value", value: 9 });
  sheet.change(0, 1, { state: "excused" });
  const inputs = [{ kind: "value", value: 9 }, { kind: "excused" }];
  expect(planFillDown(sheet, all, at(0, 0, 1, 1)).edits.map(({ input }) => input)).toEqual(inputs);
  expect(planFillDown(sheet, all, at(1, 0, 1, 1)).edits).toMatchObject([{ row: 1 }, { row: 1 }]);
  expect(planFillDown(sheet, all, at(0, 0)).edits).toEqual([]);
});

test("a column is set for those without a value, and not for players who are away", () => {
  const members = [fakeMember("Kara"), fakeMember("Tom", { not_due: "away" }), fakeMember("Ada")];
  const sheet = fakeSheet(members, activities);
  sheet.change(0, 0, { state: "value", value: 9 });
  sheet.change(1, 0, { state: "not_due" });
  expect(planColumn(sheet, [0, 1, 2], 0, "5", true).edits).toMatchObject([{ row: 2 }]);
  expect(planColumn(sheet, [0, 1, 2], 0, "+5", false).edits).toMatchObject([
    { input: { value: 14 } },
    { input: { value: 5 } },
    { input: { value: 5 } },
  ]);
});

test("cells that may not be written are left out of a change", () => {
  const plan = planInput(sheetOf(({ row }) => row > 0), cellsIn(all, at(0, 0, 1, 0)), { kind: "clear" }); // prettier-ignore
  expect(plan).toEqual({ edits: [{ row: 1, column: 0, input: { kind: "clear" } }], wrong: [], readOnly: 1 });
});

test("what is copied of a cell means the same when it is pasted", () => {
  const kinds = ["whole", "decimal", "yes_no", "duration"] as const;
  const sheet = fakeSheet([fakeMember("Kara")], kinds.map((value_type) => fakeActivity(value_type, { value_type }))); // prettier-ignore
  const amount = fc.integer({ min: 0, max: 999_999_999 });
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 2, 3), amount, (column, number) => {
      const value = [number, number / 100, number % 2, number][column] ?? 0;
      sheet.change(0, column, { state: "value", value });
      const [[text = ""] = []] = blockOf(sheet, [0], at(0, column));
      expect(readText(sheet, { row: 0, column }, text)).toEqual({ kind: "value", value });
    }),
  );
  expect(toInputText({ value_type: "whole" }, { state: "excused", value: null })).toBe("x");
});
