import type { Activity } from "@clanhall/contract/activities";
import type { HistoryKey, HistoryRow, HistorySum } from "@clanhall/contract/entry-history";
import { toDateWords } from "../../lib/format.ts";
import type { Range } from "./history-range.ts";

type Kind = Pick<Activity, "value_type" | "unit">;

const numbers = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 });
const rounded = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });

export const sourceNames: Record<NonNullable<HistoryRow["source"]>, string> = {
  ui: "Typed in",
  import: "Import",
  api: "API",
  self: "By the player",
};

export const keyNames: Record<HistoryKey, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  weekday: "Weekday",
  member: "Player",
  activity: "Activity",
};

export function showNumber(value: number): string {
  return numbers.format(value);
}

/** For narrow places: "1.2k". */
export function showShort(value: number): string {
  return short.format(value).toLowerCase();
}

export function showRate(rate: number | null): string {
  return rate === null ? "–" : `${rounded.format(rate)}%`;
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${showNumber(count)} ${count === 1 ? one : many}`;
}

/** What was entered on one day: "120 troops", "yes", "1:30". */
function showValue(kind: Kind | undefined, value: number | null): string {
  if (value === null) return "–";
  if (kind?.value_type === "yes_no") return value > 0 ? "yes" : "no";
  return showAmount(kind, value);
}

/** What several days come to; so many times yes is a number. */
export function showAmount(kind: Kind | undefined, value: number | null): string {
  if (value === null) return "–";
  if (kind?.value_type === "duration") return toClock(value);
  return `${showNumber(value)} ${kind?.unit ?? ""}`.trim();
}

function toClock(minutes: number): string {
  const whole = Math.round(minutes);
  return `${showNumber(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")} h`;
}

/** What stands in a cell, or stood there. */
export function contentWords(kind: Kind | undefined, content: { state: string; value: number | null } | null): string {
  if (content === null) return "empty";
  if (content.state === "excused" || content.state === "missing") return content.state;
  return content.state === "cleared" ? "empty" : showValue(kind, content.value);
}

const years = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** "Tue 3 Mar 2026", or "3 Feb – 4 Mar 2026". */
export function rangeWords({ from, to }: Range): string {
  if (from === to) return `${toDateWords(from)} ${from.slice(0, 4)}`;
  return years.formatRange(new Date(from), new Date(to)).replaceAll(/\s/g, " ");
}

/** A day, week or month where there is little room: the week goes by its first day, the month by its short name. */
export function shortPeriod(label: string): string {
  if (label.startsWith("Week of ")) return label.slice("Week of ".length).replace(/ \d{4}$/, "");
  return label.replace(/^([A-Z][a-z]{2})[a-z]+ (\d{4})$/, "$1 $2");
}

/** How much of what was due was met, in words. */
export function metWords({ met, due, excused }: Pick<HistorySum, "met" | "due" | "excused">): string {
  return due === 0 ? "nothing due" : `${showNumber(met)} of ${showNumber(due - excused)} met`;
}

const levelBounds = [0, 40, 70];

/** From 0 for nothing met to 4 for all of it; null where nothing was due. */
export function levelOf(rate: number | null): number | null {
  if (rate === null) return null;
  return rate >= 100 ? 4 : levelBounds.filter((bound) => rate > bound).length;
}
