import type { DayRange } from "@clanhall/contract/board-periods";
import { addDays } from "@clanhall/contract/clan-day";
import type { Db } from "../../../db/tables.ts";
import { cutRange } from "./batches.ts";
import { listPlayerDays, type PlayerDay } from "./days.queries.ts";
import { countScheduled } from "./due-counts.ts";
import { listMonths } from "./range-parts.ts";
import { cutView, pickPlayers, type RangeView, toScheduled } from "./range.ts";
import { loadTallies } from "./tallies.ts";

/** Days that are read first: most runs are broken there, and whoever's is needs no more reading. */
const firstDays = 7;

/** For each player, the days in a row, up to the last of the range, on which everything due was met. */
export async function loadStreaks(db: Db, view: RangeView): Promise<number[]> {
  const runs = view.players.map(() => 0);
  let running = [...view.players.keys()];
  for (const stretch of stretchesOf(view)) {
    const isBroken = new Set<number>();
    const piece = cutView(view, stretch);
    const unknown = await passMonth(db, piece, running, runs);
    for (const days of cutRange(stretch, unknown.length * view.tasks.length)) {
      const read = unknown.filter((place) => !isBroken.has(place));
      for (const place of await passDays(db, cutView(view, days), read, runs)) isBroken.add(place);
    }
    running = running.filter((place) => !isBroken.has(place));
    if (running.length === 0) break;
  }
  return runs;
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

/** Adds the days of those who met everything, as their sums tell, and returns all others. */
async function passMonth(db: Db, piece: RangeView, running: number[], runs: number[]): Promise<number[]> {
  if (piece.days.length <= firstDays) return running;
  const counted = await loadTallies(db, pickPlayers(piece, running), { withDue: true });
  return running.filter((place, index) => {
    const { tallies, dueDays } = counted[index] ?? { tallies: [], dueDays: 0 };
    const isAllMet = tallies.every(({ due, met }) => due === met);
    if (isAllMet) runs[place] = (runs[place] ?? 0) + dueDays;
    return !isAllMet;
  });
}

/** Goes back day by day, and returns those whose run is broken. */
async function passDays(db: Db, piece: RangeView, running: number[], runs: number[]): Promise<number[]> {
  if (running.length === 0) return [];
  const { clanId, from, to, players } = pickPlayers(piece, running);
  const memberIds = players.map(({ id }) => id);
  const rows = await listPlayerDays(db, clanId, { ...toScheduled(piece), from, to, memberIds });
  const found = new Map(rows.map((row) => [`${running[row.member]} ${row.passed}`, row]));
  const asked = countScheduled(piece);
  return running.filter((place) => {
    for (let passed = piece.days.length - 1; passed >= 0; passed -= 1) {
      const due = (piece.playerDays[place]?.[passed] ?? 0) * (asked[passed] ?? 0);
      const outcome = outcomeOf(due, found.get(`${place} ${passed}`));
      if (outcome === "met") runs[place] = (runs[place] ?? 0) + 1;
      if (outcome === "missed" && piece.days[passed] !== piece.today) return true;
    }
    return false;
  });
}

/** Null where nothing counted. */
function outcomeOf(due: number, day: PlayerDay | undefined): "met" | "missed" | null {
  const counted = due - (day?.excused ?? 0);
  if (due === 0 || counted <= 0) return null;
  return (day?.met ?? 0) >= counted ? "met" : "missed";
}
