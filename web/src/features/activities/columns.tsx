import { Icon } from "../../ui/core/icon.tsx";
import type { Activity } from "@clanhall/contract/activities";
import { formatPoints, valueTypeNames } from "../../domain/formats.ts";
import { weekdays as weekdayNames } from "@clanhall/contract/rules/clan-day";
import { formatFixed, formatNumber } from "../../lib/format.ts";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { type CsvColumns, fieldColumns } from "../../ui/lists/csv-file.ts";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { Muted, Text } from "../../ui/core/layout.tsx";
import { pointsOf, type ScoringRule } from "@clanhall/contract/rules/scoring";

const entryByNames: Record<Activity["entry_by"], string> = {
  maintainers: "Maintainers",
  members: "Members",
};

/** An amount of an activity, such as "250 troops" or "1 h 30 min". */
export function amountText({ value_type, unit }: Pick<Activity, "value_type" | "unit">, amount: number): string {
  if (value_type === "yes_no") return amount > 0 ? "Yes" : "No";
  if (value_type === "duration") return durationText(amount);
  return unit ? `${formatNumber(amount)} ${unit}` : formatNumber(amount);
}

function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = formatNumber(minutes - hours * 60);
  if (hours === 0) return `${rest} min`;
  return rest === "0" ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Such as "50 troops a day, 300 troops a week"; a dash where there is none. */
export function targetText(activity: Pick<Activity, "value_type" | "unit" | "daily_target" | "weekly_target">): string {
  const { daily_target, weekly_target } = activity;
  const parts = [
    daily_target !== null && `${amountText(activity, daily_target)} a day`,
    weekly_target !== null && `${weeklyText(activity, weekly_target)} a week`,
  ];
  return parts.filter(Boolean).join(", ") || "—";
}

function weeklyText(activity: Pick<Activity, "value_type" | "unit">, target: number): string {
  return activity.value_type === "yes_no" ? `${formatNumber(target)}×` : amountText(activity, target);
}

/** Days in a row as a range, such as "Mon–Fri" or "Mon, Wed, Fri". The week goes round: "Fri–Mon" is one range. */
export function weekdaysText(weekdays: number[]): string {
  const due = new Set(weekdays);
  if (due.size === 7) return "Every day";
  const starts = [...due].filter((day) => !due.has(((day + 5) % 7) + 1)).toSorted((a, b) => a - b);
  return starts.map((start) => rangeText(start, due)).join(", ");
}

function rangeText(start: number, due: Set<number>): string {
  let end = start;
  while (due.has((end % 7) + 1)) end = (end % 7) + 1;
  if (end === start) return shortDay(start);
  const isPair = (start % 7) + 1 === end;
  return `${shortDay(start)}${isPair ? ", " : "–"}${shortDay(end)}`;
}

function shortDay(day: number): string {
  return (weekdayNames[day - 1] ?? "").slice(0, 3);
}

/** What a day of the activity is worth, by an example: "250 troops → 25 points". */
export function exampleText(activity: Example): string {
  const value = exampleValue(activity);
  const { daily_cap, aggregate } = activity;
  const isCapped = daily_cap !== null && value > daily_cap && aggregate !== "days_done";
  const worth = `${amountText(activity, value)} → ${formatPoints(pointsOf(aggregate, activity, value))}`;
  return isCapped ? `${worth}, only the first ${amountText(activity, daily_cap)} count` : worth;
}

type Example = Pick<Activity, "value_type" | "unit" | "aggregate"> &
  Pick<ScoringRule, "points_per_unit" | "daily_cap" | "daily_target">;

function exampleValue({ value_type, points_per_unit, daily_cap, daily_target }: Example): number {
  if (value_type === "yes_no") return 1;
  if (daily_cap !== null) return daily_cap * 2;
  if (daily_target) return daily_target;
  if (value_type === "duration") return 90;
  return Math.abs(points_per_unit) < 1 ? 250 : 5;
}

export const activityColumns: Column<Activity>[] = [
  {
    key: "activity",
    label: "Activity",
    card: "title",
    icon: (row) => <ActivityMark row={row} />,
    cell: ({ name, description }) => <span title={description || undefined}>{name}</span>,
    note: labelsOf,
  },
  {
    key: "value",
    label: "Value",
    cell: ({ value_type, unit }) => (
      <>
        {valueTypeNames[value_type]}
        {unit && <Muted> {unit}</Muted>}
      </>
    ),
  },
  {
    key: "points",
    label: "Points",
    align: "end",
    card: "figure",
    number: ({ points_per_unit }) => points_per_unit,
    cell: ({ points_per_unit }, decimals = 2) => formatFixed(points_per_unit, decimals),
  },
  {
    key: "target",
    label: "Target",
    card: "fact",
    // The unit stands beside it, under Value.
    cell: (row) => targetText({ ...row, unit: "" }),
    phone: (row) => `target ${targetText(row)}`,
    isEmpty: (row) => targetText(row) === "—",
  },
  { key: "due", label: "Due", card: "fact", cell: ({ weekdays }) => weekdaysText(weekdays) },
  { key: "entered_by", label: "Entered by", cell: ({ entry_by }) => entryByNames[entry_by] },
  { key: "public", label: "Public", cell: (row) => <PublicCell isPublic={row.public} /> },
  { key: "entries", label: "Values", align: "end", cell: ({ entry_count }) => formatNumber(entry_count) },
];

/** Of a file with all activities of a clan, archived ones too. */
export const activityFileColumns: CsvColumns<Activity> = {
  ...fieldColumns<Activity>(
    "name",
    "short_label",
    "description",
    "category",
    "value_type",
    "unit",
    "aggregate",
    "points_per_unit",
    "missing_points",
    "daily_cap",
    "daily_target",
    "weekly_target",
  ),
  weekdays: ({ weekdays }) => weekdays.join(" "),
  ...fieldColumns<Activity>(
    "min_value",
    "max_value",
    "start_date",
    "end_date",
    "entry_by",
    "public",
    "active",
    "entry_count",
  ),
};

export function ActivityMark({ row: { icon, color, name } }: { row: Activity }) {
  return <IconBadge icon={icon} color={color} name={name} />;
}

/** Its short label where that is not its name, and its category where it has one. */
export function labelsOf({ name, short_label, category }: Activity): string {
  return [short_label === name ? "" : short_label, category].filter(Boolean).join(" · ");
}

function PublicCell({ isPublic }: { isPublic: boolean }) {
  if (!isPublic) return <Muted>No</Muted>;
  return (
    <Text weight={600} tone="success">
      <Icon name="tick" size={16} /> Yes
    </Text>
  );
}
