import { expect, test } from "vitest";
import { activityColors, activityDraft } from "./activities.ts";
import { templateActivity } from "./admin-games.ts";
import { activityIcons } from "./fields/activity-fields.ts";

const raids = {
  name: "Raids",
  short_label: "Raids",
  value_type: "whole",
  unit: "",
  aggregate: "sum",
  points_per_unit: 1,
} as const;

test("an activity of a template has any icon and colour that activities can have, or none", () => {
  for (const icon of activityIcons) {
    for (const color of activityColors) {
      const activity = templateActivity.parse({ ...raids, icon, color });
      expect(activityDraft.parse(activity)).toMatchObject({ icon, color });
    }
  }
  expect(templateActivity.parse(raids)).toEqual(raids);
  expect(activityDraft.parse(raids)).toMatchObject({ icon: "", color: "" });
});

test.each([{ icon: "dragon" }, { color: "#ff0000" }])("an activity of a template cannot have %o", (mark) => {
  expect(templateActivity.safeParse({ ...raids, ...mark }).success).toBe(false);
});
