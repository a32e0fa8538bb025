import type { DayActivity, DayMember } from "@clanhall/contract/days";
import type { Sheet, SheetCell } from "../sheet.ts";

type Kind = Pick<DayActivity, "value_type">;

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, numberingSystem: "latn" });
const sign = numbers.formatToParts(1.5).find(({ type }) => type === "decimal")?.value;

/** How this reader writes one and a half. */
export const decimalSign = sign === "," ? "," : ".";

const cents = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, numberingSystem: "latn" });

/** Points that are not whole have both decimals, so that they line up. */
export function showPoints(points: number): string {
  return Number.isInteger(points) ? numbers.format(points) : cents.format(points);
}

/** A value as it stands in its cell. */
export function showValue({ value_type }: Kind, value: number): string {
  if (value_type === "yes_no") return value > 0 ? "✓" : "–";
  return value_type === "duration" ? toClock(value) : numbers.format(value);
}

/** A cell's content as one would type it: for the clipboard and for correcting it. */
export function textOf({ value_type }: Kind, { state, value }: Pick<SheetCell, "state" | "value">): string {
  if (state === "excused") return "x";
  if (state !== "value" || value === null) return "";
  if (value_type === "yes_no") return value > 0 ? "yes" : "no";
  return value_type === "duration" ? toClock(value) : String(value).replace(".", decimalSign);
}

function toClock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** What stands below a column's name: its target, its unit, or what kind of answer it wants. */
export function unitWords({ value_type, unit, rule }: DayActivity): string {
  const target = rule.daily_target;
  if (value_type === "yes_no") return "yes/no";
  const words = unit || (value_type === "duration" ? "h:min" : "");
  return target === null ? words : `of ${showValue({ value_type }, target)} ${words}`.trim();
}

/** A cell in one sentence, for those who hear it. */
export function describeCell(sheet: Sheet, cell: SheetCell, row: number, column: number): string {
  const [member, activity] = [sheet.members[row], sheet.activities[column]];
  if (!member || !activity) return "";
  const parts = [contentWords(member, activity, cell), saveWords[cell.save], cell.problem];
  if (cell.late) parts.push("entered late");
  if (cell.edited) parts.push("changed since it was entered");
  if (cell.theirs) parts.push(`${cell.theirs.entered_by_name} entered ${theirWords(activity, cell.theirs)}`);
  return `${member.name}, ${activity.name}: ${parts.filter(Boolean).join(", ")}`;
}

function contentWords(member: DayMember, activity: DayActivity, { state, value }: SheetCell): string {
  if (state === "missing" || state === "excused") return state;
  if (state === "not_due" || value === null) return notDueWords(member);
  if (activity.value_type === "yes_no") return value > 0 ? "yes" : "no";
  return `${showValue(activity, value)} ${activity.unit}`.trim();
}

export function notDueWords({ not_due }: Pick<DayMember, "not_due">): string {
  if (not_due === "away") return "empty, not due while away";
  return not_due === "grace" ? "empty, not due for a new player" : "empty, not due";
}

const saveWords: Record<SheetCell["save"], string | null> = {
  saved: null,
  waiting: "not saved yet",
  saving: "saving",
  failed: "could not be saved",
  conflict: "somebody else changed it too",
  unsure: "please check it",
};

/** What somebody else left in the cell. */
export function theirWords(activity: Kind, theirs: { state: string; value: number | null }): string {
  if (theirs.state === "excused") return "excused";
  if (theirs.state !== "value" || theirs.value === null) return "nothing";
  return showValue(activity, theirs.value);
}
