import { weekdayOf } from "@clanhall/contract/clan-day";
import type { DemoActivity } from "./demo-clans.ts";
import type { Random } from "./demo-random.ts";

/** What somebody is like, from 0 to 1, and how much that changes from the first day to the last. */
export interface Player {
  keenness: number;
  change: number;
}

export function toPlayer(random: Random): Player {
  // Squared, so that most are keen and a few are hardly ever seen.
  return { keenness: 1 - 0.75 * random.between(0, 1) ** 2, change: random.between(-0.25, 0.25) };
}

/** How somebody comes to a day: how well it goes, or what is noted of them instead. */
export type Mood = { vigour: number } | { instead: "zero" | "excused" | "missing" };

/** Progress is 0 on the first day of the story and 1 on the last. */
export function toMood({ keenness, change }: Player, day: string, progress: number, random: Random): Mood {
  const today = Math.min(1, Math.max(0.1, keenness + change * (progress - 0.5)));
  const isWeekend = weekdayOf(day) >= 6;
  const isPlaying = random.chance(Math.min(0.98, 0.25 + 0.72 * today + (isWeekend ? 0.06 : 0)));
  if (!isPlaying) return { instead: random.pick(["zero", "zero", "zero", "excused", "missing", "missing"]) };
  return { vigour: (0.2 + 1.05 * today) * (isWeekend ? 1.2 : 1) };
}

/** What stands in a cell, or null where nobody wrote anything. */
export type Played = { state: "value"; value: number } | { state: "excused"; value: null } | null;

const nothing: Played = { state: "value", value: 0 };

export function playActivity(activity: DemoActivity, mood: Mood, random: Random): Played {
  if ("instead" in mood) {
    if (mood.instead === "excused") return { state: "excused", value: null };
    return mood.instead === "zero" ? nothing : null;
  }
  if (!random.chance(activity.turnout)) return random.chance(0.8) ? nothing : null;
  return { state: "value", value: amountOf(activity, mood.vigour * random.between(0.7, 1.3)) };
}

/** At least something, and never more than the activity takes. */
export function amountOf({ draft, typical, step }: DemoActivity, vigour: number): number {
  if (draft.value_type === "yes_no") return 1;
  const steps = Math.max(1, Math.round((typical * vigour) / step));
  return Math.min(steps * step, draft.max_value ?? Infinity);
}
