import type { ManagedGame } from "@clanhall/contract/admin-games";
import { randomId } from "../../lib/random-id.ts";

type Template = ManagedGame["templates"][number];
type Activity = Template["activities"][number];
const numberFields = ["points_per_unit", "missing_points", "daily_target"] as const;
type NumberField = (typeof numberFields)[number];

/** An activity of a template as a form holds it: numbers as they are typed, where nothing means none. */
export type ActivityFields = Pick<Activity, "name" | "short_label" | "value_type" | "unit" | "aggregate"> &
  Record<NumberField, string> & { row: string; category: string; weekdays: number[] };

export interface TemplateFields {
  row: string;
  key: string;
  name: string;
  activities: ActivityFields[];
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

export function newTemplate(): TemplateFields {
  return { row: randomId(), key: "", name: "", activities: [newActivity()] };
}

export function newActivity(): ActivityFields {
  return {
    row: randomId(),
    name: "",
    short_label: "",
    category: "",
    value_type: "whole",
    unit: "",
    aggregate: "sum",
    points_per_unit: "1",
    missing_points: "",
    daily_target: "",
    weekdays: everyDay,
  };
}

export function toTemplateFields({ key, name, activities }: Template): TemplateFields {
  return { row: randomId(), key, name, activities: activities.map(toActivityFields) };
}

function toActivityFields(activity: Activity): ActivityFields {
  const { name, short_label, value_type, unit, aggregate, category = "", weekdays = everyDay } = activity;
  const typed = numberFields.map((field) => [field, activity[field]?.toString() ?? ""]);
  return {
    row: randomId(),
    name,
    short_label,
    value_type,
    unit,
    aggregate,
    category,
    weekdays,
    ...(Object.fromEntries(typed) as Record<NumberField, string>),
  };
}

export function toTemplate({ key, name, activities }: TemplateFields): Template {
  return { key, name, activities: activities.map(toActivity) };
}

/** What is as usual is left out, as in the files games come in. */
function toActivity(fields: ActivityFields): Activity {
  const { name, short_label, value_type, unit, aggregate, category, weekdays } = fields;
  const missing = readNumber(fields.missing_points);
  const target = readNumber(fields.daily_target);
  return {
    name,
    short_label,
    ...(category.trim() && { category }),
    value_type,
    unit: value_type === "yes_no" || value_type === "duration" ? "" : unit,
    aggregate,
    points_per_unit: readNumber(fields.points_per_unit) ?? Number.NaN,
    ...(missing !== null && { missing_points: missing }),
    ...(target !== null && { daily_target: target }),
    ...(weekdays.length < 7 && { weekdays }),
  };
}

function readNumber(text: string): number | null {
  return text.trim() === "" ? null : Number(text.trim().replace(",", "."));
}
