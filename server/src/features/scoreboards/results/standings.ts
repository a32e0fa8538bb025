import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { DayRange } from "@clanhall/contract/rules/periods";
import { addDays, type DayRule, endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { Standings } from "@clanhall/contract/standings";
import { toNameKey } from "@clanhall/contract/text";
import { listDayRules } from "../../../clan/calendar.ts";
import type { BoardResult, FrozenResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import { listHiddenActivities, listScoreMoves, type ScoreboardRow } from "../queries.ts";
import { computeResult } from "../standings/compute.ts";
import { inSnapshot } from "../standings/context.ts";
import { currentRange, withLabel } from "../standings/range.ts";
import { findLastEntryTime, findPeriod, getClanOfResult, listNamedActivities, listPeriodRanges } from "./queries.ts";

/** How many earlier weeks or months the standings list. */
const earlierMax = 24;

/** The result that a reader of a board gets, with what the answer says about the board itself. */
export interface ShownResult {
  result: BoardResult;
  /** Activities that are left out of it, because visitors may not see them. */
  notCounted: number;
  isFinal: boolean;
  updatedAt: Date;
  /** When a value that counts was last saved; null before the first, for a frozen result and for visitors. */
  movedAt: Date | null;
  /** When the clan's day ends. */
  dayEndsAt: Date;
  clanName: string;
  dayRule: Pick<DayRule, "time_zone" | "reset_time">;
  earlier: DayRange[];
}

export interface ResultQuery {
  /** The first day of a frozen period; null for the final result, or the current one if there is none. */
  period: string | null;
  audience: "members" | "visitors";
  now: Date;
  /** What each activity came to, whatever columns the board shows. */
  withActivities?: boolean;
}

/** Null for a period without a stored result, and for visitors also for one of which they may see nothing. */
export async function loadShownResult(
  db: Db,
  board: ScoreboardRow,
  { period, audience, now, withActivities = board.columns.includes("activities") }: ResultQuery,
): Promise<ShownResult | null> {
  const { clan_id: clanId, id } = board;
  const [clan, rules] = [await getClanOfResult(db, clanId), await listDayRules(db, clanId)];
  const today = toClanDate(rules, now);
  const hidden = audience === "visitors" ? await listHiddenActivities(db, clanId) : [];
  const hiddenIds = new Set(hidden.map((activity) => activity.id));
  const frozen = await findFrozen(db, board, period);
  if (period !== null && !frozen) return null;
  // Read before the result: an entry saved in between then shows in the time of the next answer and is never missed.
  const updatedAt = frozen?.updatedAt ?? laterOf(board.updated_at, await findLastEntryTime(db, clanId));
  const inBin = new Set(hidden.filter(({ deleted_at }) => deleted_at).map((activity) => activity.id));
  const present = board.activities.filter(({ activity_id }) => !inBin.has(activity_id));
  const counted = withoutHidden(present, hiddenIds);
  const range = currentRange(board, today, clan.week_start);
  const asked = frozen || audience === "visitors" ? [] : [{ ...board, range }];
  const [move] = await listScoreMoves(db, clanId, asked);
  const shown = frozen
    ? await toPublicResult(db, board, frozen.result, { hidden: hiddenIds, rules })
    : {
        result: await computeResult(db, { ...board, activities: counted }, range, { today, now, withActivities }),
        notCounted: present.length - counted.length,
      };
  return (
    shown && {
      ...shown,
      updatedAt,
      movedAt: move?.moved_at ?? null,
      dayEndsAt: endOfClanDay(rules, today),
      isFinal: frozen !== null,
      clanName: clan.name,
      dayRule: toDayRule(rules, frozen ? frozen.result.range.to : today),
      earlier: await listPeriodRanges(db, clanId, id, { limit: earlierMax, hidden: [...hiddenIds] }),
    }
  );
}

/** The stored result of an earlier period, or of a board that has ended. */
export async function findFrozen(db: Db, board: ScoreboardRow, period: string | null) {
  if (period !== null) {
    const row = await findPeriod(db, board.clan_id, board.id, period);
    return row && { result: row.result, updatedAt: row.frozen_at };
  }
  if (board.state === "active" || !board.result) return null;
  return { result: board.result, updatedAt: new Date(board.result.computed_at) };
}

function laterOf(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}

function toDayRule(rules: DayRule[], date: string) {
  const rule = rules.findLast(({ effective_from }) => effective_from <= date) ?? rules[0];
  if (!rule) throw new Error("a clan has no rule for its day");
  const { time_zone, reset_time, reset_in_utc } = rule;
  return { time_zone: reset_in_utc ? "UTC" : time_zone, reset_time };
}

/** A result to store: the one for members, and the one for visitors if it counts fewer activities. */
export function computeFrozen(
  db: Db,
  board: ScoreboardRow,
  range: DayRange,
  when: { today: string; now: Date },
): Promise<FrozenResult> {
  return inSnapshot(db, async (tx) => {
    const { activities } = board;
    // It may be shown with other columns later.
    const options = { ...when, withActivities: true };
    const result = { ...(await computeResult(tx, board, range, options)), activities };
    const hidden = new Set((await listHiddenActivities(tx, board.clan_id)).map(({ id }) => id));
    const counted = withoutHidden(activities, hidden);
    if (counted.length === activities.length || counted.length === 0) return result;
    const { has_results, rows } = await computeResult(tx, { ...board, activities: counted }, range, options);
    return { ...result, public: { activity_ids: toIds(counted), has_results, rows } };
  });
}

/**
 * As much of a frozen result as visitors may see now; null if that is nothing. If other activities are hidden now than
 * at its end, it is computed again for the same days, because an activity cannot be subtracted from a score.
 */
async function toPublicResult(
  db: Db,
  board: ScoreboardRow,
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
  const today = earlierOf(toClanDate(rules, now), addDays(frozen.range.to, 1));
  const options = { today, now, withActivities: board.columns.includes("activities") };
  return { result: await computeResult(db, { ...board, activities: counted }, frozen.range, options), notCounted };
}

/** Older results do not list what they count; then it is read from a row, all of which have the same activities. */
function listCounted({ activities, rows }: FrozenResult, board: ScoreboardRow): ScoreboardRow["activities"] {
  if (activities) return activities;
  const ids = rows[0]?.per_activity.map(({ activity_id }) => activity_id) ?? [];
  if (ids.length === 0) return board.activities;
  const weights = new Map(board.activities.map(({ activity_id, weight }) => [activity_id, weight]));
  return ids.map((activity_id) => ({ activity_id, weight: weights.get(activity_id) ?? 1 }));
}

function withoutHidden(activities: ScoreboardRow["activities"], hidden: ReadonlySet<string>) {
  return activities.filter(({ activity_id }) => !hidden.has(activity_id));
}

function toIds(activities: ScoreboardRow["activities"]): string[] {
  return activities.map(({ activity_id }) => activity_id);
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}

type ResultRow = BoardResult["rows"][number];
type NamedActivity = Awaited<ReturnType<typeof listNamedActivities>>[number];

/** The activities of a board in its order, without deleted ones. */
export async function listActivitiesOfScoreboard(
  db: Db,
  { clan_id, activities }: ScoreboardRow,
): Promise<NamedActivity[]> {
  const ids = toIds(activities);
  const rows = new Map((await listNamedActivities(db, clan_id, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The part of the answer that members and visitors share; `keyOf` has the key of each activity that the reader may see. */
export function toHead(
  board: ScoreboardRow,
  shown: ShownResult,
  activities: NamedActivity[],
  keyOf: Map<string, string>,
): Omit<Standings, "version" | "updated_at" | "rows" | "left_out" | "scores_moved_at" | "day_ends_at"> {
  const { id, title, description, measure, state, columns, created_at, share_expires_at } = board;
  const { time_zone, reset_time } = shown.dayRule;
  return {
    board: {
      id,
      title,
      description,
      clan: { name: shown.clanName },
      measure,
      period: { ...withLabel(shown.result.range), time_zone },
      reset_time,
      state,
      columns,
      created_at: created_at.toISOString(),
      expires_at: share_expires_at?.toISOString() ?? null,
    },
    is_final: shown.isFinal,
    has_results: shown.result.has_results,
    activities: activities.flatMap((activity) => {
      const key = keyOf.get(activity.id);
      return key === undefined ? [] : { key, ...toAwardActivity(activity) };
    }),
    earlier: shown.earlier.map(withLabel),
  };
}

/** What scores of an activity are said in. Days done are counted in days, whatever is entered on each. */
export function toAwardActivity({ name, icon, color, unit, value_type, aggregate }: NamedActivity) {
  return { name, icon, color, unit, value_type: aggregate === "days_done" ? ("yes_no" as const) : value_type };
}

/** A row with what the board's columns show. */
export function toRow(row: ResultRow, { columns }: Pick<ScoreboardRow, "columns">, keyOf: Map<string, string>) {
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

/** By rank, and within a rank by the name that the reader sees. */
export function byRank<Row extends { rank: number; name: string }>(keyOf: (row: Row) => string) {
  return (a: Row, b: Row) => a.rank - b.rank || byName(keyOf)(a, b);
}

/** Of equal rank. */
export function byName<Row extends { name: string }>(keyOf: (row: Row) => string) {
  return (a: Row, b: Row) => compare(toNameKey(a.name), toNameKey(b.name)) || compare(keyOf(a), keyOf(b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The same answer has the same version, whenever and on whichever instance it was made. */
export function withVersion<Answer extends object>(answer: Answer, updatedAt: Date) {
  const version = createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 22);
  return { ...answer, version, updated_at: updatedAt.toISOString() };
}
