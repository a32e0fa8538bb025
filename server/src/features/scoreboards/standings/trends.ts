import { rateOf } from "@clanhall/contract/cells";
import type { Measure } from "@clanhall/contract/scoreboard-drafts";
import { trendDays } from "@clanhall/contract/standings";
import type { Db } from "../../../db/tables.ts";
import { countScheduled } from "./due-counts.ts";
import { listPlayerDays, type PlayerDay } from "./days.queries.ts";
import { type RangeView, toScheduled } from "./range.ts";

/** For each player, what the last days of the range were like, the earliest first. */
export async function loadTrends(db: Db, view: RangeView, measure: Measure): Promise<(number | null)[][]> {
  const { clanId, players, playerDays, days, to } = view;
  const first = Math.max(0, days.length - trendDays);
  const from = days[first];
  if (from === undefined || players.length === 0) return players.map(() => []);
  const memberIds = players.map(({ id }) => id);
  const rows = await listPlayerDays(db, clanId, { ...toScheduled(view), from, to, memberIds });
  const found = new Map(rows.map((row) => [`${row.member} ${row.passed}`, row]));
  const asked = countScheduled(view);
  return players.map((_, place) =>
    [...days.keys()].slice(first).map((passed) => {
      const day = found.get(`${place} ${passed}`);
      return toPoint(measure, day, (playerDays[place]?.[passed] ?? 0) * (asked[passed] ?? 0));
    }),
  );
}

function toPoint(measure: Measure, day: PlayerDay | undefined, due: number): number | null {
  if (measure === "activity") return day?.value ?? null;
  if (measure === "points" || measure === "improvement") return day?.points ?? 0;
  // Entries of a day on which nothing was asked of the player do not count.
  return due === 0 ? null : rateOf({ due, met: day?.met ?? 0, excused: day?.excused ?? 0 });
}
