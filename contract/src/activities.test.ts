import { expect, test } from "vitest";
import { activityChange, activityDraft } from "./activities.ts";
import { outcomeOf } from "./rules/scoring.ts";
import { scoreboardDraft } from "./scoreboard-drafts.ts";

const amounts = ["points_per_unit", "daily_cap", "daily_target", "weekly_target", "min_value", "max_value"] as const;
const sum = 0.1 + 0.2;

test("the amounts of an activity and of a board are without the dust of a sum, so that a value meets its target", () => {
  const dusty = Object.fromEntries(amounts.map((name) => [name, sum]));
  const clean = Object.fromEntries(amounts.map((name) => [name, 0.3]));
  const draft = { name: "Distance", short_label: "Run", value_type: "decimal", aggregate: "sum" } as const;
  const activity = activityDraft.parse({ ...draft, ...dusty, missing_points: -sum });
  expect(activity).toMatchObject({ ...clean, missing_points: -0.3 });
  expect(outcomeOf(activity, 0.3)).toBe("met");
  expect(activityChange.parse({ version: 1, ...dusty })).toMatchObject(clean);
  const board = { title: "Autumn", activities: [{ activity_id: "00000000-0000-4000-8000-000000000000", weight: sum }] };
  expect(scoreboardDraft.parse(board).activities).toMatchObject([{ weight: 0.3 }]);
});

test.each(amounts)("more than two decimals are refused as %s", (name) => {
  expect(activityChange.safeParse({ version: 1, [name]: 1.005 }).success).toBe(false);
});
