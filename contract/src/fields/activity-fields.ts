/** The symbols that activities and crests can have; the empty one is none. */
export const activityIcons = [
  "", "sword", "shield", "bow", "castle", "flag", "crown", "trophy", "star", "gift", "coin", "gem", "heart", "flame",
  "bolt", "clock", "calendar", "check", "chat", "people", "map", "hammer", "book", "potion",
] as const; // prettier-ignore

interface ActivityField {
  label: string;
  /** What a new activity has where nobody says otherwise; a name has no such value. */
  initial?: string | number | boolean | null | readonly number[];
  /** Part of the scoring: a change counts from a clan date on, and the rules before it stay. */
  isDated?: true;
}

/** All that is known about the fields of an activity, but for its schemas, which a label must not bring along. */
export const activityFields = {
  name: { label: "Name" },
  short_label: { label: "Short label" },
  description: { label: "Description", initial: "" },
  category: { label: "Category", initial: "" },
  icon: { label: "Icon", initial: "" },
  color: { label: "Colour", initial: "" },
  value_type: { label: "Kind of value", initial: "whole" },
  unit: { label: "Unit", initial: "" },
  aggregate: { label: "Over several days", initial: "sum" },
  points_per_unit: { label: "Points per unit", initial: 1, isDated: true },
  missing_points: { label: "Points when missing", initial: 0, isDated: true },
  daily_cap: { label: "Cap per day", initial: null, isDated: true },
  daily_target: { label: "Daily target", initial: null, isDated: true },
  weekly_target: { label: "Weekly target", initial: null, isDated: true },
  weekdays: { label: "Due on", initial: [1, 2, 3, 4, 5, 6, 7], isDated: true },
  min_value: { label: "Lowest value", initial: null },
  max_value: { label: "Highest value", initial: null },
  start_date: { label: "First day" },
  end_date: { label: "Last day", initial: null },
  entry_by: { label: "Who enters it", initial: "maintainers" },
  public: { label: "Shown on public scoreboards", initial: true },
} as const satisfies Record<string, ActivityField>;

type Fields = typeof activityFields;
export type ActivityFieldName = keyof Fields;
type NamesWith<Part> = { [Name in ActivityFieldName]: Fields[Name] extends Part ? Name : never }[ActivityFieldName];
export type DatedField = NamesWith<{ isDated: true }>;
export type InitialField = NamesWith<{ initial: unknown }>;
/** Whether an activity is public is a column of another name. */
export type DetailField = Exclude<ActivityFieldName, DatedField | "public">;

export const activityFieldNames = Object.keys(activityFields) as ActivityFieldName[];
export const datedFields = activityFieldNames.filter((name) => "isDated" in activityFields[name]) as DatedField[];
export const initialFields = activityFieldNames.filter((name) => "initial" in activityFields[name]) as InitialField[];
/** Columns of `activities`. */
export const detailFields = activityFieldNames.filter(
  (name) => name !== "public" && !("isDated" in activityFields[name]),
) as DetailField[];
