import { createHash } from "node:crypto";
import type { Standings } from "@clanhall/contract/standings";
import { toNameKey } from "@clanhall/contract/text";
import type { BoardResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { listNamedActivities } from "./results.queries.ts";
import { type ShownResult, toLabelled } from "./shown-result.ts";

type ResultRow = BoardResult["rows"][number];
type NamedActivity = Awaited<ReturnType<typeof listNamedActivities>>[number];

/** The activities of a board in its order, without those that were deleted. */
export async function listActivitiesOfBoard(db: Db, { clan_id, activities }: BoardRow): Promise<NamedActivity[]> {
  const ids = activities.map(({ activity_id }) => activity_id);
  const rows = new Map((await listNamedActivities(db, clan_id, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** What members and visitors read alike; `keyOf` names each activity that the reader may see. */
export function toHead(
  board: BoardRow,
  shown: ShownResult,
  activities: NamedActivity[],
  keyOf: Map<string, string>,
): Omit<Standings, "version" | "updated_at" | "rows" | "left_out"> {
  const { id, title, description, measure, state, columns, created_at, share_expires_at } = board;
  const { time_zone, reset_time } = shown.dayRule;
  return {
    board: {
      id,
      title,
      description,
      clan: { name: shown.clanName },
      measure,
      period: { ...toLabelled(shown.result.range), time_zone },
      reset_time,
      state,
      columns,
      created_at: created_at.toISOString(),
      expires_at: share_expires_at?.toISOString() ?? null,
    },
    is_final: shown.isFinal,
    has_results: shown.result.has_results,
    activities: activities.flatMap(({ id: activityId, name, icon, color, unit, value_type, aggregate }) => {
      const key = keyOf.get(activityId);
      // Days done are counted in days, whatever is entered on each.
      return key === undefined
        ? []
        : { key, name, icon, color, unit, value_type: aggregate === "days_done" ? "yes_no" : value_type };
    }),
    earlier: shown.earlier.map(toLabelled),
  };
}

/** A row with as much as the board's columns show. */
export function toRow(row: ResultRow, { columns }: Pick<BoardRow, "columns">, keyOf: Map<string, string>) {
  const { rank, previous_rank, score, days_met, days_due } = row;
  const per_activity = row.per_activity.flatMap(({ activity_id, value, points }) => {
    const activity = keyOf.get(activity_id);
    return activity === undefined ? [] : { activity, value, points };
  });
  return {
    rank,
    previous_rank,
    score,
    ...(columns.includes("activities") && { per_activity }),
    ...(columns.includes("days_met") && { days_met, days_due }),
    trend: columns.includes("trend") ? row.trend : [],
  };
}

/** By rank, those who share one by the name that the reader sees. */
export function byRank<Row extends { rank: number; name: string }>(keyOf: (row: Row) => string) {
  return (a: Row, b: Row) =>
    a.rank - b.rank || compare(toNameKey(a.name), toNameKey(b.name)) || compare(keyOf(a), keyOf(b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The same answer has the same version, whenever and wherever it was put together. */
export function withVersion<Answer extends object>(answer: Answer, updatedAt: Date) {
  const version = createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 22);
  return { ...answer, version, updated_at: updatedAt.toISOString() };
}
