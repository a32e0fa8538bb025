import { isDeepStrictEqual } from "node:util";
import type { DayRange } from "@clanhall/contract/board-periods";
import { addDays, type DayRule, toClanDate } from "@clanhall/contract/clan-day";
import type { BoardResult, FrozenResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { listHiddenActivities } from "../public-activities.queries.ts";
import { computeResult } from "../standings/compute-result.ts";
import { inSnapshot } from "../standings/snapshot.ts";

/** Where `hidden` has the ids of what the clan keeps off public boards. */
export function withoutHidden(activities: BoardRow["activities"], hidden: ReadonlySet<string>) {
  return activities.filter(({ activity_id }) => !hidden.has(activity_id));
}

/** A result to keep: the members' one, and beside it the visitors' one where that counts fewer activities. */
export function computeFrozen(
  db: Db,
  board: BoardRow,
  range: DayRange,
  when: { today: string; now: Date },
): Promise<FrozenResult> {
  return inSnapshot(db, async (tx) => {
    const { activities } = board;
    const result = { ...(await computeResult(tx, board, range, when)), activities };
    const hidden = new Set((await listHiddenActivities(tx, board.clan_id)).map(({ id }) => id));
    const counted = withoutHidden(activities, hidden);
    if (counted.length === activities.length || counted.length === 0) return result;
    const { has_results, rows } = await computeResult(tx, { ...board, activities: counted }, range, when);
    return { ...result, public: { activity_ids: toIds(counted), has_results, rows } };
  });
}

/**
 * As much of a frozen result as visitors may see now; null where that is nothing. If other activities are hidden than
 * at its end, it is computed anew for the same days, because the parts of a score cannot be taken out of it.
 */
export async function toPublicResult(
  db: Db,
  board: BoardRow,
  frozen: FrozenResult,
  { hidden, rules }: { hidden: ReadonlySet<string>; rules: DayRule[] },
): Promise<{ result: BoardResult; notCounted: number } | null> {
  const all = listCounted(frozen, board);
  const counted = withoutHidden(all, hidden);
  const notCounted = all.length - counted.length;
  if (notCounted === 0) return { result: frozen, notCounted };
  if (counted.length === 0) return null;
  if (isDeepStrictEqual(frozen.public?.activity_ids, toIds(counted))) {
    return { result: { ...frozen, ...frozen.public }, notCounted };
  }
  const now = new Date(frozen.computed_at);
  const when = { today: earlierOf(toClanDate(rules, now), addDays(frozen.range.to, 1)), now };
  return { result: await computeResult(db, { ...board, activities: counted }, frozen.range, when), notCounted };
}

/** A result that does not say what it counts says it in its rows, all of which have the same activities. */
function listCounted({ activities, rows }: FrozenResult, board: BoardRow): BoardRow["activities"] {
  if (activities) return activities;
  const ids = rows[0]?.per_activity.map(({ activity_id }) => activity_id) ?? [];
  if (ids.length === 0) return board.activities;
  const weights = new Map(board.activities.map(({ activity_id, weight }) => [activity_id, weight]));
  return ids.map((activity_id) => ({ activity_id, weight: weights.get(activity_id) ?? 1 }));
}

function toIds(activities: BoardRow["activities"]): string[] {
  return activities.map(({ activity_id }) => activity_id);
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}
