import { expect, test } from "vitest";
import { donations, raid, training } from "../../testing/fake-activities.ts";
import {
  changeOf,
  changesScoring,
  checkChange,
  checkDraft,
  newFields,
  toCopy,
  toDraft,
  toFields,
  toShortLabel,
} from "./activity-fields.ts";

const today = "2026-03-03";
const before = toFields(donations);

test("only what means something else is a change", () => {
  expect(changeOf(before, { ...before, points_per_unit: "0.10", daily_target: " 50 " })).toEqual({});
  expect(changeOf(before, { ...before, daily_target: "", category: "War" })).toEqual({
    daily_target: null,
    category: "War",
  });
  expect(changesScoring({ weekdays: [1] })).toBe(true);
  expect(changesScoring({ name: "x", max_value: 3 })).toBe(false);
});

test("numbers are read as in the grid", () => {
  expect(toDraft({ ...before, daily_cap: "1.5k", points_per_unit: "0,25" })).toMatchObject({
    daily_cap: 1500,
    points_per_unit: 0.25,
  });
  expect(toDraft({ ...toFields(training), daily_target: "1h30" })).toMatchObject({ daily_target: 90 });
});

test("yes or no has no unit, limits or cap, whatever was typed before", () => {
  const fields = { ...newFields(today), value_type: "yes_no" as const, unit: "troops", daily_cap: "5", min_value: "x" };
  expect(toDraft(fields)).toMatchObject({ unit: "", daily_cap: null, min_value: null });
  expect(changeOf(toFields(raid), toFields({ ...raid, daily_target: 1 }))).toEqual({});
});

test("what cannot be read or saved is said at its field, in the contract's words", () => {
  const empty = toDraft({ ...newFields(today), points_per_unit: "", daily_cap: "many", weekdays: [] });
  expect(checkDraft(empty)).toEqual({
    name: "The activity's name needs at least one character.",
    short_label: "The short label needs at least one character.",
    points_per_unit: "Enter a number.",
    daily_cap: "Enter a number.",
    weekdays: "Choose at least one weekday.",
  });
  expect(checkChange({ ...before, min_value: "5" }, { max_value: 3 }, today)).toEqual({
    max_value: "The maximum is below the minimum.",
  });
  expect(checkChange(before, { missing_points: 2 }, "")).toMatchObject({
    missing_points: "A missing value can only cost points: enter 0 or less.",
    effective_from: "Enter a date as YYYY-MM-DD.",
  });
  expect(checkChange(before, { name: "Fine" }, "")).toEqual({});
});

test("a short label is made of whole words", () => {
  expect(["Raids", "Evening training", "Schlachtzuganmeldung", " "].map(toShortLabel)).toEqual([
    "Raids",
    "Evening",
    "Schlachtzuga",
    "",
  ]);
});

test("a copy has a name of its own and begins today", () => {
  const long = toCopy({ ...donations, name: "n".repeat(60) }, today);
  expect(long.name).toHaveLength(60);
  expect(toCopy(donations, today)).toMatchObject({ name: "Troops donated copy", start_date: today, unit: "troops" });
});
