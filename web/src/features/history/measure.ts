import type { HistorySum } from "@clanhall/contract/entry-history";
import { formatAmount } from "../../domain/formats.ts";
import { formatNumber, formatPercent, formatShort } from "../../lib/format.ts";
import { type Look, onlyActivity } from "./context.tsx";

/** What of a sum is shown where there is room for one number. */
export interface Measure {
  name: string;
  isPoints: boolean;
  /** What the numbers are, in a sentence. */
  note: string;
  read: (sum: HistorySum) => number | null;
  /** For each of the players that a sum is of; null where values cannot be shared out. */
  mean: (sum: HistorySum, players: number) => number | null;
  format: (value: number) => string;
  show: (sum: HistorySum) => string;
}

/** Points; or values, which several activities do not have in common: then how much of what was due was met. */
export function toMeasure(look: Look): Measure {
  if (look.address.shows === "points") return points;
  const activity = onlyActivity(look);
  if (!activity) return rate;
  const isShared = activity.aggregate === "sum" || activity.aggregate === "days_done";
  const format = (value: number) =>
    activity.value_type === "duration" ? formatAmount(activity, value) : formatShort(value);
  return {
    name: activity.name,
    isPoints: false,
    note: `The numbers are values of ${activity.name}${activity.unit && `, in ${activity.unit}`}.`,
    read: ({ value }) => value,
    mean: ({ value }, players) => (isShared && value !== null ? value / Math.max(1, players) : null),
    format,
    show: ({ value, excused }) => (value === null ? (excused > 0 ? "exc." : "–") : format(value)),
  };
}

const points: Measure = {
  name: "Points",
  isPoints: true,
  note: "The numbers are points.",
  read: (sum) => sum.points,
  mean: (sum, players) => sum.points / Math.max(1, players),
  format: formatNumber,
  show: (sum) => formatShort(sum.points),
};

const rate: Measure = {
  name: "Met, in %",
  isPoints: false,
  note: "The numbers are met of due cells, as several activities have no value in common. Choose one to see its values.",
  read: (sum) => sum.rate,
  mean: (sum) => sum.rate,
  format: formatPercent,
  show: ({ met, due, excused }) => (due - excused > 0 ? `${formatNumber(met)}/${formatNumber(due - excused)}` : "–"),
};
