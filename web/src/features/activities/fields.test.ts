import { expect, test } from "vitest";
import { donations, raid, training } from "../../testing/fake-activities.ts";
import { createFieldMap, findErrors, startState } from "../../ui/forms/versioned-form-state.ts";
import {
  type ActivityFields,
  activitySchema,
  changesScoring,
  newFields,
  toCopy,
  toDraft,
  toFields,
  toShortLabel,
} from "./fields.ts";

const today = "2026-03-03";
const before = toFields(donations, today);
const map = createFieldMap({ toFields: () => before, toBody: toDraft });

/** What is wrong with a new one, or with a change of one that is there. */
const checkNew = (fields: ActivityFields) => findErrors(map, startState(null, fields), activitySchema);
const checkChange = (from: ActivityFields, change: Partial<ActivityFields>) =>
  findErrors(map, { ...startState({ version: 1 }, from), values: { ...from, ...change } }, activitySchema);

test("only what means something else is a change", () => {
  expect(toDraft({ ...before, points_per_unit: "0.10", daily_target: " 50 " })).toEqual(toDraft(before));
  expect(toDraft({ ...before, daily_target: "", category: "War" })).toEqual({
    ...toDraft(before),
    daily_target: null,
    category: "War",
  });
  expect(changesScoring(["weekdays"])).toBe(true);
  expect(changesScoring(["name", "max_value"])).toBe(false);
});

test("numbers are read as in the grid", () => {
  expect(toDraft({ ...before, daily_cap: "1.5k", points_per_unit: "0,25" })).toMatchObject({
    daily_cap: 1500,
    points_per_unit: 0.25,
  });
  expect(toDraft({ ...toFields(training, today), daily_target: "1h30" })).toMatchObject({ daily_target: 90 });
});

test("yes or no has no unit, limits or cap, whatever was typed before", () => {
  const fields = { ...newFields(today), value_type: "yes_no" as const, unit: "troops", daily_cap: "5", min_value: "x" };
  expect(toDraft(fields)).toMatchObject({ unit: "", daily_cap: null, min_value: null });
  expect(toDraft(toFields({ ...raid, daily_target: 1 }, today))).toEqual(toDraft(toFields(raid, today)));
});

test("what cannot be read or saved is said at its field, in the contract's words", () => {
  expect(checkNew({ ...newFields(today), points_per_unit: "", daily_cap: "many", weekdays: [] })).toEqual({
    name: "The activity's name needs at least one character.",
    short_label: "The short label needs at least one character.",
    points_per_unit: "Enter a number.",
    daily_cap: "Enter a number.",
    weekdays: "Choose at least one weekday.",
  });
  expect(checkChange({ ...before, min_value: "5" }, { max_value: "3" })).toEqual({
    max_value: "The maximum is below the minimum.",
  });
  expect(checkChange(before, { missing_points: "2", effective_from: "" })).toMatchObject({
    missing_points: "A missing value can only cost points: enter 0 or less.",
    effective_from: "Enter a date as YYYY-MM-DD.",
  });
  expect(checkChange(before, { name: "Fine" })).toEqual({});
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
