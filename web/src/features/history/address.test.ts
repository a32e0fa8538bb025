import { expect, test } from "vitest";
import {
  countFilters,
  defaultPeriod,
  namedRange,
  periodRange,
  rangeOf,
  readAddress,
  readCell,
  toCell,
  toSearch,
} from "./address.ts";
import { toFilter } from "./api.ts";

const kara = "77777777-7777-4777-8777-777777777777";
const calendar = { today: "2026-03-04", weekStart: 1 };

test("an address is read as it was written", () => {
  const search = {
    view: "matrix",
    from: "2026-01-01",
    to: "2026-01-31",
    member: kara,
    group: "Raid,War",
    state: "late,edited",
    source: "import",
    former: true,
    group_by: "week",
    show: "raw",
    cell: toCell({ day: "2026-01-02", member_id: kara, activity_id: kara }),
  };
  const address = readAddress(search);
  expect(JSON.parse(JSON.stringify(toSearch(address)))).toEqual(search);
  expect(countFilters(address)).toBe(6);
  expect(rangeOf(address, calendar)).toEqual({ from: "2026-01-01", to: "2026-01-31" });
  expect(readCell(address.cell)).toEqual({ day: "2026-01-02", memberId: kara, activityId: kara });
});

test("rubbish in an address is as good as nothing", () => {
  const usual = readAddress({});
  const rubbish = {
    view: "everything",
    range: ["today"],
    from: "2026-02-30",
    to: "tomorrow",
    member: "kara,'; drop table",
    activity: { id: kara },
    state: "lost",
    entered_by: 5,
    source: null,
    former: "maybe",
    group_by: "moon",
    player: "me",
    cell: "2026-01-01_kara",
  };
  expect(readAddress(rubbish)).toEqual(usual);
  expect(readAddress({ range: "custom", from: "2024-01-01", to: "2026-01-01" })).toEqual(usual);
  expect(toSearch(usual)).toEqual({});
  expect(rangeOf(usual, calendar)).toEqual({ from: "2026-02-03", to: "2026-03-04" });
});

test("a group whose name is a number is a group", () => {
  expect(readAddress({ group: 7 }).groups).toEqual(["7"]);
});

test("a group may have commas and backslashes in its name, in the address and in the call", () => {
  const groups = ["Raid, late", "A\\", "B\\,C", "War"];
  const written = toSearch({ ...readAddress({}), groups });
  expect(readAddress(written).groups).toEqual(groups);
  const range = { from: "2026-01-01", to: "2026-01-31" };
  expect(toFilter(readAddress(written), range).group).toBe(written.group);
});

test.each([
  ["today", 1, "2026-03-04", "2026-03-04"],
  ["yesterday", 1, "2026-03-03", "2026-03-03"],
  ["last_7", 1, "2026-02-26", "2026-03-04"],
  ["last_90", 1, "2025-12-05", "2026-03-04"],
  ["this_week", 1, "2026-03-02", "2026-03-04"],
  ["this_week", 7, "2026-03-01", "2026-03-04"],
  ["last_week", 4, "2026-02-19", "2026-02-25"],
  ["this_month", 1, "2026-03-01", "2026-03-04"],
  ["last_month", 1, "2026-02-01", "2026-02-28"],
  ["this_year", 1, "2026-01-01", "2026-03-04"],
] as const)("%s with weeks from day %i is %s to %s", (name, weekStart, from, to) => {
  expect(namedRange(name, { ...calendar, weekStart })).toEqual({ from, to });
});

test("periods grow with the range and end where it ends", () => {
  expect(defaultPeriod({ from: "2026-01-01", to: "2026-01-31" })).toBe("day");
  expect(defaultPeriod({ from: "2026-01-01", to: "2026-02-01" })).toBe("week");
  expect(defaultPeriod({ from: "2025-07-01", to: "2026-02-01" })).toBe("month");
  const range = { from: "2026-01-14", to: "2026-02-10" };
  expect(periodRange("month", "2026-01", range)).toEqual({ from: "2026-01-14", to: "2026-01-31" });
  expect(periodRange("week", "2026-02-09", range)).toEqual({ from: "2026-02-09", to: "2026-02-10" });
  expect(periodRange("day", "2026-02-09", range)).toEqual({ from: "2026-02-09", to: "2026-02-09" });
});
