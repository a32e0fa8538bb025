import type { DayRange } from "@clanhall/contract/rules/periods";
import { dayOutcome, rateOf } from "@clanhall/contract/rules/cells";
import { addDays } from "@clanhall/contract/rules/clan-day";
import type { Measure } from "@clanhall/contract/scoreboard-drafts";
import { trendDays } from "@clanhall/contract/standings";
import type { Db } from "../../../db/tables.ts";
import { listMemberDays, type MemberDay } from "./queries.ts";
import { countScheduled, cutRange, cutView, listMonths, pickMembers, type RangeView, toScheduled } from "./range.ts";
import { loadTotals } from "./scores.ts";

/** Days that are read first: most streaks are broken there and need no more reading. */
const firstDays = 7;

/** For each member, the days in a row, up to the last of the range, on which everything due was met. */
export async function loadStreaks(db: Db, view: RangeView): Promise<number[]> {
  const streaks = view.members.map(() => 0);
  let running = [...view.members.keys()];
  for (const stretch of stretchesOf(view)) {
    const isBroken = new Set<number>();
    const piece = cutView(view, stretch);
    const unknown = await addWholeMonth(db, piece, running, streaks);
    for (const days of cutRange(stretch, unknown.length * view.activities.length)) {
      const read = unknown.filter((memberIndex) => !isBroken.has(memberIndex));
      for (const memberIndex of await addDayByDay(db, cutView(view, days), read, streaks)) isBroken.add(memberIndex);
    }
    running = running.filter((memberIndex) => !isBroken.has(memberIndex));
    if (running.length === 0) break;
  }
  return streaks;
}

/** For each member, the most days in a row on which everything due was met. */
export async function loadBestStreaks(db: Db, view: RangeView): Promise<number[]> {
  const streaks = view.members.map(() => ({ running: 0, best: 0 }));
  const memberIds = view.members.map(({ id }) => id);
  for (const { from, to } of cutRange(view, view.members.length * view.activities.length).toReversed()) {
    const piece = cutView(view, { from, to });
    const rows = await listMemberDays(db, view.clanId, {
      ...toScheduled(piece),
      from,
      to,
      memberIds,
      wanted: "outcome",
    });
    const found = new Map(rows.map((row) => [`${row.member_index} ${row.day_index}`, row]));
    const scheduled = countScheduled(piece);
    streaks.forEach((streak, memberIndex) => {
      for (const dayIndex of piece.days.keys()) {
        const due = (piece.presence[memberIndex]?.[dayIndex] ?? 0) * (scheduled[dayIndex] ?? 0);
        const { met = 0, excused = 0 } = found.get(`${memberIndex} ${dayIndex}`) ?? {};
        const outcome = dayOutcome({ due, met, excused });
        if (outcome === "met") streak.running += 1;
        if (outcome === "missed" && piece.days[dayIndex] !== piece.today) streak.running = 0;
        streak.best = Math.max(streak.best, streak.running);
      }
    });
  }
  return streaks.map(({ best }) => best);
}

/** The last days, and then month by month, the latest first. */
function stretchesOf({ from, to }: RangeView): DayRange[] {
  const begin = (day: string) => (day > from ? day : from);
  const first = begin(addDays(to, 1 - firstDays));
  const before = addDays(first, -1);
  const months = listMonths({ from, to: before }).map(({ month, last }) => ({
    from: begin(month),
    to: last < before ? last : before,
  }));
  return [{ from: first, to }, ...months.toReversed()].filter((stretch) => stretch.from <= stretch.to);
}

/** Adds the days of members who met everything according to their sums, and returns all others. */
async function addWholeMonth(db: Db, piece: RangeView, running: number[], streaks: number[]): Promise<number[]> {
  if (piece.days.length <= firstDays) return running;
  const wanted = { withDue: true, sums: "outcome", mayCombine: true } as const;
  const counted = await loadTotals(db, pickMembers(piece, running), wanted);
  return running.filter((memberIndex, index) => {
    const { totals, dueDays } = counted[index] ?? { totals: [], dueDays: 0 };
    const isAllMet = totals.every(({ due, met }) => due === met);
    if (isAllMet) streaks[memberIndex] = (streaks[memberIndex] ?? 0) + dueDays;
    return !isAllMet;
  });
}

/** Goes back day by day, and returns the members whose streak is broken. */
async function addDayByDay(db: Db, piece: RangeView, running: number[], streaks: number[]): Promise<number[]> {
  if (running.length === 0) return [];
  const { clanId, from, to, members } = pickMembers(piece, running);
  const memberIds = members.map(({ id }) => id);
  const rows = await listMemberDays(db, clanId, { ...toScheduled(piece), from, to, memberIds, wanted: "outcome" });
  const found = new Map(rows.map((row) => [`${running[row.member_index]} ${row.day_index}`, row]));
  const scheduled = countScheduled(piece);
  return running.filter((memberIndex) => {
    for (let dayIndex = piece.days.length - 1; dayIndex >= 0; dayIndex -= 1) {
      const due = (piece.presence[memberIndex]?.[dayIndex] ?? 0) * (scheduled[dayIndex] ?? 0);
      const { met = 0, excused = 0 } = found.get(`${memberIndex} ${dayIndex}`) ?? {};
      const outcome = dayOutcome({ due, met, excused });
      if (outcome === "met") streaks[memberIndex] = (streaks[memberIndex] ?? 0) + 1;
      if (outcome === "missed" && piece.days[dayIndex] !== piece.today) return true;
    }
    return false;
  });
}

/** For each member, one number for each of the last days of the range, the earliest first. */
export async function loadTrends(db: Db, view: RangeView, measure: Measure): Promise<(number | null)[][]> {
  const { clanId, members, presence, days, to } = view;
  const first = Math.max(0, days.length - trendDays);
  const from = days[first];
  if (from === undefined || members.length === 0) return members.map(() => []);
  const memberIds = members.map(({ id }) => id);
  const rows = await listMemberDays(db, clanId, {
    ...toScheduled(view),
    from,
    to,
    memberIds,
    wanted: trendOf(measure),
  });
  const found = new Map(rows.map((row) => [`${row.member_index} ${row.day_index}`, row]));
  const scheduled = countScheduled(view);
  const shown = [...days.keys()].slice(first);
  return members.map((_, memberIndex) =>
    shown.map((dayIndex) => {
      const day = found.get(`${memberIndex} ${dayIndex}`);
      return toTrendPoint(measure, day, (presence[memberIndex]?.[dayIndex] ?? 0) * (scheduled[dayIndex] ?? 0));
    }),
  );
}

function trendOf(measure: Measure): "outcome" | "points" | "value" {
  if (measure === "activity") return "value";
  return measure === "points" || measure === "improvement" ? "points" : "outcome";
}

function toTrendPoint(measure: Measure, day: MemberDay | undefined, due: number): number | null {
  if (measure === "activity") return day?.value ?? null;
  if (measure === "points" || measure === "improvement") return day?.points ?? 0;
  // Entries of a day on which nothing was due from the member do not count.
  return due === 0 ? null : rateOf({ due, met: day?.met ?? 0, excused: day?.excused ?? 0 });
}
