import { startOfWeek, weekdayOf } from "@clanhall/contract/clan-day";
import type { HistoryKey } from "@clanhall/contract/entry-history";
import type { HistoryView } from "./context.ts";
import type { SumKey } from "./sums.queries.ts";

/** The rows or the columns of a table of sums. */
export interface Axis {
  sumKey: SumKey;
  items: { key: string; label: string }[];
}

/** Without a key, everything is one. */
export function axisOf(view: HistoryView, key: HistoryKey | undefined): Axis {
  const { days, weekStart } = view;
  if (key === "member") return { sumKey: key, items: view.players.map(toItem) };
  if (key === "activity") return { sumKey: key, items: view.tasks.map(toItem) };
  const periods = days.map((day) => periodOf(key, day, weekStart));
  const keys = [...new Set(periods)];
  // Weekdays have an order of their own, whatever day the range begins on.
  if (key === "weekday") keys.sort((a, b) => daysInto(a, weekStart) - daysInto(b, weekStart));
  const places = new Map(keys.map((period, place) => [period, place]));
  return {
    sumKey: periods.map((period) => places.get(period) ?? 0),
    items: keys.map((period) => ({ key: period, label: labelOf(key, period) })),
  };
}

type PeriodKey = Exclude<HistoryKey, "member" | "activity"> | undefined;

function periodOf(key: PeriodKey, day: string, weekStart: number): string {
  if (key === "day") return day;
  if (key === "week") return startOfWeek(day, weekStart);
  if (key === "month") return day.slice(0, 7);
  return key === "weekday" ? String(weekdayOf(day)) : "all";
}

const words = (parts: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" });
  return (day: string) => format.format(new Date(day)).replace(",", "");
};
const dayWords = words({ weekday: "short", day: "numeric", month: "short" });
const weekWords = words({ day: "numeric", month: "short", year: "numeric" });
const monthWords = words({ month: "long", year: "numeric" });
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function labelOf(key: PeriodKey, period: string): string {
  if (key === "day") return dayWords(period);
  if (key === "week") return `Week of ${weekWords(period)}`;
  if (key === "month") return monthWords(`${period}-01`);
  return weekdays[Number(period) - 1] ?? "All";
}

function daysInto(weekday: string, weekStart: number): number {
  return (Number(weekday) - weekStart + 7) % 7;
}

function toItem({ id, name }: { id: string; name: string }) {
  return { key: id, label: name };
}
