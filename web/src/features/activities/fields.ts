import { type Activity, activityDraft, type ActivityDraft } from "@clanhall/contract/activities";
import { calendarDate } from "@clanhall/contract/text";
import { readNumber } from "../../ui/forms/read-number.ts";

const numberFields = [
  "points_per_unit",
  "missing_points",
  "daily_cap",
  "daily_target",
  "weekly_target",
  "min_value",
  "max_value",
] as const;
type NumberField = (typeof numberFields)[number];
type DateField = "start_date" | "end_date";

type FullDraft = { effective_from: string } & {
  [Name in keyof ActivityDraft]-?: Exclude<ActivityDraft[Name], undefined>;
};
type Shared = Omit<FullDraft, NumberField | DateField>;
/**
 * What the form of an activity holds: numbers and dates as they are typed, where nothing means none, and the day from
 * which a change of the scoring counts.
 */
export type ActivityFields = Shared & Record<NumberField | DateField, string>;

/** Changes of these count from a date on. */
const scoringFields = ["points_per_unit", "missing_points", "daily_cap", "daily_target", "weekly_target", "weekdays"];

export function newFields(today: string): ActivityFields {
  return {
    name: "",
    short_label: "",
    description: "",
    category: "",
    icon: "",
    color: "",
    value_type: "whole",
    unit: "",
    aggregate: "sum",
    points_per_unit: "1",
    missing_points: "0",
    daily_cap: "",
    daily_target: "",
    weekly_target: "",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    min_value: "",
    max_value: "",
    start_date: today,
    end_date: "",
    entry_by: "maintainers",
    public: true,
    effective_from: today,
  };
}

export function toFields(row: Activity, today: string): ActivityFields {
  const { name, short_label, description, category, value_type, unit, aggregate, weekdays, entry_by } = row;
  const typed = numberFields.map((field) => [field, row[field] === null ? "" : String(row[field])]);
  return {
    name,
    short_label,
    description,
    category,
    value_type,
    unit,
    aggregate,
    weekdays,
    entry_by,
    icon: row.icon as ActivityFields["icon"],
    color: row.color as ActivityFields["color"],
    public: row.public,
    start_date: row.start_date ?? "",
    end_date: row.end_date ?? "",
    effective_from: today,
    ...(Object.fromEntries(typed) as Record<NumberField, string>),
  };
}

/** What stands at the head of a narrow column until somebody thinks of something better. */
export function toShortLabel(name: string): string {
  const [tidy, cut] = [name.trim(), Array.from(name.trim()).slice(0, 12).join("")];
  // Better whole words than half ones, where there are any.
  return tidy === cut || !cut.includes(" ") ? cut : cut.slice(0, cut.lastIndexOf(" ")).trim();
}

/** A second one like it; a name stands only once in a clan. */
export function toCopy(row: Activity, today: string): ActivityFields {
  const name = `${Array.from(row.name).slice(0, 55).join("")} copy`;
  return { ...toFields(row, today), name, start_date: today, end_date: "" };
}

/** What the fields mean. Yes or no has no limits and nothing that could be capped; durations have their own unit. */
export function toDraft(fields: ActivityFields): FullDraft {
  const { value_type } = fields;
  const read = (field: NumberField) => readNumber(fields[field], isPoints(field) ? "decimal" : value_type);
  const isYesNo = value_type === "yes_no";
  return {
    ...fields,
    unit: isYesNo || value_type === "duration" ? "" : fields.unit,
    // Without points a field of points is not filled in; the check says so.
    points_per_unit: read("points_per_unit") ?? Number.NaN,
    missing_points: read("missing_points") ?? 0,
    daily_cap: isYesNo ? null : read("daily_cap"),
    daily_target: isYesNo ? null : read("daily_target"),
    weekly_target: isYesNo ? readNumber(fields.weekly_target, "whole") : read("weekly_target"),
    min_value: isYesNo ? null : read("min_value"),
    max_value: isYesNo ? null : read("max_value"),
    start_date: fields.start_date || null,
    end_date: fields.end_date || null,
  };
}

function isPoints(field: NumberField): boolean {
  return field === "points_per_unit" || field === "missing_points";
}

/** Whether a change of these keys counts from a date on. */
export function changesScoring(keys: string[]): boolean {
  return scoringFields.some((field) => keys.includes(field));
}

export const activitySchema = activityDraft.safeExtend({ effective_from: calendarDate });
