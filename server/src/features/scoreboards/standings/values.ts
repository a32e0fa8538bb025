import type { Db } from "../../../db/tables.ts";
import { cutRange } from "./batches.ts";
import type { RangeView } from "./range.ts";
import type { PlayerTallies, Tally } from "./tallies.ts";
import { listValueEnds, type ValueEnds } from "./values.queries.ts";

/**
 * For each player and activity, the values of the range as one; null without any. The highest and the latest are in no
 * sums of months, so that all entries of their activities are read, where somebody asks for them.
 */
export async function loadValues(
  db: Db,
  view: RangeView,
  counted: PlayerTallies[],
  { withEnds }: { withEnds: boolean },
): Promise<(number | null)[][]> {
  const ends = withEnds ? await loadEnds(db, view) : new Map<string, ValueEnds>();
  return view.players.map((player, member) =>
    view.tasks.map(({ activity }, place) => {
      const tally = counted[member]?.tallies[place];
      if (!tally || tally.entered === 0) return null;
      return valuesOf(tally, ends.get(`${player.id} ${activity.id}`))[activity.aggregate];
    }),
  );
}

function valuesOf({ value_sum, done }: Tally, ends: ValueEnds | undefined) {
  return { sum: value_sum, days_done: done, best: ends?.best ?? null, latest: ends?.latest ?? null };
}

/** By player and activity. */
async function loadEnds(db: Db, view: RangeView): Promise<Map<string, ValueEnds>> {
  const found = new Map<string, ValueEnds>();
  const read = view.tasks.filter(({ activity }) => activity.aggregate === "best" || activity.aggregate === "latest");
  if (read.length === 0 || view.players.length === 0) return found;
  const ids = {
    memberIds: view.players.map(({ id }) => id),
    activityIds: read.map(({ activity }) => activity.id),
  };
  for (const piece of cutRange(view, view.players.length * read.length)) {
    for (const row of await listValueEnds(db, view.clanId, { ...piece, ...ids })) {
      const key = `${ids.memberIds[row.member]} ${ids.activityIds[row.activity]}`;
      const later = found.get(key);
      found.set(key, later ? { ...later, best: Math.max(later.best, row.best) } : row);
    }
  }
  return found;
}
