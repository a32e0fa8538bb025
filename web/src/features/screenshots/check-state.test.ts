import { expect, test } from "vitest";
import { changeCheck, createCheck, findTextProblem, listItems, listOpen, toImport } from "./check-state.ts";
import type { ReadCell, ReadName, ReadRow } from "./types.ts";

const box = { left: 0, top: 0, width: 10, height: 10 };
const kara = { id: "m1", name: "Kara" };

const columnOf = (value_type: "whole" | "decimal" | "duration" | "yes_no", max_value: number | null = null) => ({
  column: 0,
  activity: { id: "a1", name: "Donations", short_label: "Donated", value_type, min_value: null, max_value },
});

function rowOf(name: Partial<ReadName> = {}, cell: Partial<ReadCell> = {}): ReadRow {
  const member = { id: kara.id, distance: 0 };
  return {
    key: "r1",
    name: { text: "Kara", picture: 0, box, member, nearest: [member], reasons: [], ...name },
    cells: [{ column: 0, text: "7", value: 7, reasons: [], offered: [], picture: 0, box, ...cell }],
  };
}

function checkOf(row: ReadRow, column = columnOf("whole")) {
  return createCheck({ geometry: null, signs: [], rows: [row], leftOut: [], isCancelled: false }, [column]);
}

test.each([
  ["decimal", "2,5", "2.5"],
  ["decimal", "2.50", "2.5"],
  ["whole", "1,234", "1234"],
  ["whole", "1.5k", "1500"],
  ["duration", "1:30", "90"],
  ["yes_no", "yes", "1"],
  ["whole", "x", "x"],
  ["whole", " ", ""],
] as const)("a %s value typed as %s is imported as %s", (valueType, typed, imported) => {
  const column = columnOf(valueType);
  expect(findTextProblem(typed, column)).toBeNull();
  const state = changeCheck(checkOf(rowOf(), column), { kind: "type", key: "r1 0", text: typed });
  expect(toImport(state, [kara]).lines).toEqual([["Kara", imported]]);
});

test("a text that is no value of its activity has to be corrected, also of a value that was sure", () => {
  const state = checkOf(rowOf());
  expect(listOpen(state)).toEqual([]);
  const typed = changeCheck(state, { kind: "type", key: "r1 0", text: "2,5" });
  expect(findTextProblem("2,5", columnOf("whole"))).toBe("Enter a whole number.");
  expect(listOpen(typed).map(({ key }) => key)).toEqual(["r1 0"]);
  const accepted = changeCheck(typed, { kind: "accept", keys: ["r1 0"] });
  expect(listOpen(accepted)).toHaveLength(1);
  expect(listOpen(changeCheck(accepted, { kind: "type", key: "r1 0", text: "25" }))).toEqual([]);
});

test("what was surely read and is no value of its activity is not among the sure ones", () => {
  const { unsure, sure } = listItems(checkOf(rowOf(), columnOf("whole", 5)));
  expect([unsure, sure].map((items) => items.map(({ key }) => key))).toEqual([["r1 0"], []]);
});

test("a misread name becomes an alias only where somebody saw that it would", () => {
  const near = { id: kara.id, distance: 0.1 };
  expect(toImport(checkOf(rowOf({ text: "Karo", member: near })), [kara]).remember).toEqual([]);
  const reasons = ["Is this the right player?"];
  expect(toImport(checkOf(rowOf({ text: "Karo", member: near, reasons })), [kara]).remember).toEqual([
    { name: "Karo", member_id: kara.id },
  ]);
});

test("a new player without a name is not decided", () => {
  const state = checkOf(rowOf({ text: "Zorro", member: null, nearest: [] }));
  const name = (text: string) =>
    changeCheck(changeCheck(state, { kind: "choose", key: "r1", choice: { kind: "new", name: text } }), {
      kind: "accept",
      keys: ["r1"],
    });
  expect(listOpen(name(" ")).map(({ key }) => key)).toEqual(["r1"]);
  expect(listOpen(name("Zorro"))).toEqual([]);
});
