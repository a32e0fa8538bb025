import { type Decimals, decimalsOf } from "@clanhall/contract/rules/score-text";
import type { HistoryKey, HistoryRow, HistorySum } from "@clanhall/contract/entry-history";
import { formatValue, type ValueKind } from "../../domain/formats.ts";
import { formatClanDate, formatFixed, formatNumber, formatPercent, formatRange } from "../../lib/format.ts";
import type { BarPart } from "../../ui/charts/stacked-bar.tsx";
import type { Range } from "./address.ts";
import type { SumRow } from "./api.ts";

export const sourceNames: Record<NonNullable<HistoryRow["source"]>, string> = {
  ui: "Typed in",
  import: "Import",
  api: "API",
  self: "By the player",
  discord: "Discord",
};

export const keyNames: Record<HistoryKey, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  weekday: "Weekday",
  member: "Player",
  activity: "Activity",
};

/** What stands in a cell, or stood there. */
export function contentText(
  kind: ValueKind | undefined,
  content: { state: string; value: number | null } | null,
): string {
  if (content === null) return "empty";
  if (content.state === "excused" || content.state === "missing") return content.state;
  return content.state === "cleared" ? "empty" : formatValue(kind, content.value);
}

/** "Tue 3 Mar", or "3 Feb – 4 Mar", with the year where it is not this one. */
export function rangeText({ from, to }: Range): string {
  if (from !== to) return formatRange(from, to);
  const year = from.slice(0, 4);
  return formatClanDate(from) + (year === String(new Date().getUTCFullYear()) ? "" : ` ${year}`);
}

/** A day, week or month where there is little room: the week goes by its first day, the month by its short name. */
export function shortPeriod(label: string): string {
  if (label.startsWith("Week of ")) return label.slice("Week of ".length).replace(/ \d{4}$/, "");
  return label.replace(/^([A-Z][a-z]{2})[a-z]+ (\d{4})$/, "$1 $2");
}

/** How much of what was due was met, in words. */
export function metText({ met, due, excused }: Pick<HistorySum, "met" | "due" | "excused">): string {
  return due === 0 ? "nothing due" : `${formatNumber(met)} of ${formatNumber(due - excused)} met`;
}

const levelBounds = [0, 40, 70];

/** From 0 for nothing met to 4 for all of it; null where nothing was due. */
export function levelOf(rate: number | null): number | null {
  if (rate === null) return null;
  return rate >= 100 ? 4 : levelBounds.filter((bound) => rate > bound).length;
}

export const complianceParts: Omit<BarPart, "count">[] = [
  { name: "met", tone: "good" },
  { name: "partly", tone: "part" },
  { name: "missed", tone: "bad" },
  { name: "no data", tone: "blank" },
  { name: "excused", tone: "out" },
];

/** How often each of the parts is in a sum. Its missed cells are those entered as nothing and those not entered. */
export function countParts({ met, partly, missed, missing, excused }: HistorySum): BarPart[] {
  const counts = [met, partly, missed - missing, missing, excused];
  return complianceParts.map((part, index) => ({ ...part, count: counts[index] ?? 0 }));
}

/** The lowest rate first, of equal ones whoever had more to do; last those without a rate. */
export function worstFirst(rows: SumRow[]): SumRow[] {
  const rank = ({ sum }: SumRow) => sum.rate ?? 101;
  return rows.toSorted((a, b) => rank(a) - rank(b) || b.sum.due - a.sum.due || a.label.localeCompare(b.label, "en"));
}

/** Of a column of rates, which have one decimal at most. */
export function rateDecimals(sums: { rate: number | null }[]): Decimals {
  return decimalsOf(sums.map(({ rate }) => rate && Math.round(rate * 10) / 10));
}

export function formatRate(rate: number | null, decimals: Decimals): string {
  return rate === null ? formatPercent(null) : `${formatFixed(rate, decimals)}%`;
}
