import type { Day } from "@clanhall/contract/days";
import {
  formatClock as toClockWords,
  formatClanDate as toDateWords,
  formatDuration as toSpanWords,
} from "../../lib/format.ts";

type Window = Day["window"];

/** Whether the day can still be written, in a word or two. */
export function stateWords({ state, locks_at, reopened_until }: Window, now: number): string {
  if (reopened_until !== null && Date.parse(reopened_until) > now) {
    return `Reopened until ${toClockWords(new Date(reopened_until))}`;
  }
  if (state === "open") return "Open";
  if (state === "locked") return "Locked";
  if (state === "future") return "Not begun";
  const left = locks_at === null ? 0 : Date.parse(locks_at) - now;
  if (left <= 0) return "Late";
  return left < 3_600_000 ? "Late (less than 1 h left)" : `Late (${Math.floor(left / 3_600_000)} h left)`;
}

/** Which clan day it is, and when it ends or that it did. */
export function dayLine({ day, today, ends_at }: Window, now: number): string {
  const left = Date.parse(ends_at) - now;
  if (day !== today) return `Clan day ${toDateWords(day)}`;
  return `Clan day ${toDateWords(day)} · ${left > 0 ? `ends in ${toSpanWords(left)}` : "just ended"}`;
}

export function cellCount(count: number): string {
  return count === 1 ? "1 cell" : `${count.toLocaleString("en-GB")} cells`;
}
