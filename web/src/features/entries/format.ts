import { type Decimals, decimalsOf } from "@clanhall/contract/rules/score-text";
import type { Day, DayActivity } from "@clanhall/contract/days";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { Entry, getCellHistory } from "@clanhall/contract/entries";
import type { ValueType } from "@clanhall/contract/rules/scoring";
import {
  decimalSign,
  formatCellNumber,
  formatClanDate,
  formatClock,
  formatDuration,
  formatNumber,
} from "../../lib/format.ts";
import type { CellView } from "./sheet/cell-store.ts";

type Window = Day["window"];
type Kind = Pick<DayActivity, "value_type">;
type History = AnswerOf<typeof getCellHistory>;

/** Whether the day can still be written, in a word or two. */
export function formatDayState({ state, locks_at, reopened_until }: Window, now: number): string {
  if (reopened_until !== null && Date.parse(reopened_until) > now) {
    return `Reopened until ${formatClock(new Date(reopened_until))}`;
  }
  if (state === "open") return "Open";
  if (state === "locked") return "Locked";
  if (state === "future") return "Not started";
  const left = locks_at === null ? 0 : Date.parse(locks_at) - now;
  if (left <= 0) return "Late";
  return left < 3_600_000 ? "Late (less than 1 h left)" : `Late (${Math.floor(left / 3_600_000)} h left)`;
}

/** Which clan day it is, and when it ends or that it did. */
export function formatDayLine({ day, today, ends_at }: Window, now: number): string {
  const left = Date.parse(ends_at) - now;
  if (day !== today) return `Clan day ${formatClanDate(day)}`;
  return `Clan day ${formatClanDate(day)} · ${left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}`;
}

/** In a column all have the decimals that its points need, so that they line up. */
export function formatCellPoints(points: number, decimals: Decimals = decimalsOf([points])): string {
  return formatCellNumber(points, decimals);
}

/** A value as it stands in its cell. */
export function formatCell({ value_type }: Kind, value: number): string {
  if (value_type === "yes_no") return value > 0 ? "✓" : "–";
  return value_type === "duration" ? toClock(value) : formatCellNumber(value);
}

/** A cell's content as one would type it: for the clipboard and for correcting it. */
export function toInputText({ value_type }: Kind, { state, value }: Pick<CellView, "state" | "value">): string {
  if (state === "excused") return "x";
  if (state !== "value" || value === null) return "";
  if (value_type === "yes_no") return value > 0 ? "yes" : "no";
  return value_type === "duration" ? toClock(value) : String(value).replace(".", decimalSign());
}

function toClock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** What stands below an activity's name: its target, its unit, or what kind of answer it wants. */
export function formatUnit({ value_type, unit, rule }: DayActivity): string {
  const target = rule.daily_target;
  if (value_type === "yes_no") return "yes/no";
  const name = unit || (value_type === "duration" ? "h:min" : "");
  return target === null ? name : `of ${formatCell({ value_type }, target)} ${name}`.trim();
}

/** What somebody else left in the cell. */
export function formatTheirs(activity: Kind, theirs: Pick<Entry, "state" | "value">): string {
  if (theirs.state === "excused") return "excused";
  if (theirs.state !== "value" || theirs.value === null) return "nothing";
  return formatCell(activity, theirs.value);
}

/** What an entry says, with its unit. */
export function formatEntry(
  { value_type, unit }: { value_type: string; unit: string },
  { state, value }: Pick<Entry, "state" | "value">,
): string {
  if (state === "excused") return "excused";
  if (state === "cleared" || value === null) return "emptied";
  if (value_type === "yes_no") return value > 0 ? "yes" : "no";
  return `${formatCell({ value_type: value_type as ValueType }, value)} ${unit}`.trim();
}

/** Where an entry came from, after who and when. */
export const sourceLabels: Record<Entry["source"], string> = {
  ui: "",
  import: ", imported",
  api: ", through the API",
  self: ", for themselves",
  discord: ", from Discord",
};

export function formatNotDue({ why_not_due }: Pick<History, "why_not_due">): string {
  if (why_not_due === "away") return "not due: away";
  if (why_not_due === "grace") return "not due: new to the clan";
  return why_not_due === "off_roster" ? "not due: not on the roster" : "not due on this day";
}

/** How the points are calculated: "120 × 0.5 = 60 points, counted up to 120. Target of 100 met." */
export function explainPoints(working: NonNullable<History["working"]>): string {
  const { units, points_per_unit, points, daily_cap, daily_target, outcome, rule_from, value } = working;
  const isCapped = daily_cap !== null && value > daily_cap;
  const sum = `${formatNumber(units)} × ${formatNumber(points_per_unit)} = ${formatNumber(points)} points`;
  const target = daily_target === null ? "" : ` Target of ${formatNumber(daily_target)} ${outcomeLabels[outcome]}.`;
  return `${sum}${isCapped ? `, counted up to ${formatNumber(daily_cap)}` : ""}.${target} Rule since ${formatClanDate(rule_from)}.`;
}

const outcomeLabels = { met: "met", partly: "partly met", missed: "missed" };
