import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { toCsvLine } from "@clanhall/contract/csv";
import { canInClan } from "@clanhall/contract/permissions";
import type { Explanation, Standings } from "@clanhall/contract/standings";
import type { ClanActor } from "../../../access/actor.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { listPublicNames } from "../../../clan/roster.ts";
import { currentTime } from "../../../db/clock.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { findScoreboard, type ScoreboardRow } from "../queries.ts";
import { explainMember } from "../standings/explain.ts";
import { currentRange } from "../standings/range.ts";
import { getClanOfResult } from "./queries.ts";
import {
  byRank,
  findFrozen,
  listActivitiesOfScoreboard,
  loadShownResult,
  type ResultQuery,
  toHead,
  toRow,
  withVersion,
} from "./standings.ts";

/** Archived boards are for managers only, those in the bin for nobody. */
export async function getReadableScoreboard(
  db: Db,
  { clanId, role }: ClanActor,
  boardId: string,
): Promise<ScoreboardRow> {
  const board = await findScoreboard(db, clanId, boardId);
  const isHidden = board?.state === "archived" && !canInClan(role, "clan.manage");
  if (!board || board.deleted_at || isHidden) throw notFound("Scoreboard");
  return board;
}

interface StandingsQuery {
  period: string | null;
  /** Who may not see the values of others gets everyone's rank, name and score, and no other column. */
  seesValues: boolean;
}

/** The board as members of the clan see it, with real names. */
export async function loadStandings(
  db: Db,
  board: ScoreboardRow,
  { period, seesValues }: StandingsQuery,
  now = currentTime(),
): Promise<Standings> {
  const { shown, activities, rows } = await loadNamedRows(db, board, { period, now });
  const keyOf = new Map(activities.map(({ id }) => [id, id]));
  const visible = seesValues ? board : { ...board, columns: [] };
  const named = rows.map((row) => ({
    member_id: row.member_id,
    name: row.name,
    tint: row.tint,
    ...toRow(row, visible, keyOf),
    ...(!seesValues && { previous_rank: null }),
  }));
  const head = toHead(visible, shown, activities, keyOf);
  const times = {
    scores_moved_at: shown.movedAt?.toISOString() ?? null,
    day_ends_at: shown.dayEndsAt.toISOString(),
  };
  return { ...withVersion({ ...head, rows: named, left_out: shown.result.left_out }, shown.updatedAt), ...times };
}

/** Everything that was counted, whatever columns the board shows; without values for who may not see them. */
export async function loadStandingsCsv(db: Db, board: ScoreboardRow, { period, seesValues }: StandingsQuery) {
  const now = currentTime();
  const { shown, activities, rows } = await loadNamedRows(db, board, { period, now, withActivities: seesValues });
  const { range } = shown.result;
  if (!seesValues) {
    const scores = rows.map(({ rank, name, score }) => toCsvLine([rank, name, score]));
    return { range, text: [toCsvLine(["rank", "player", "score"]), ...scores].join("") };
  }
  const named = activities.flatMap(({ name }) => [`${name} value`, `${name} points`]);
  const header = ["rank", "previous_rank", "player", "score", ...named, "met", "due"];
  const lines = rows.map(({ rank, previous_rank, name, score, per_activity, days_met, days_due }) => {
    const ofActivity = new Map(per_activity.map((one) => [one.activity_id, one]));
    const values = activities.flatMap(({ id }) => {
      const one = ofActivity.get(id);
      return [one?.value ?? null, one?.points ?? null];
    });
    return toCsvLine([rank, previous_rank, name, score, ...values, days_met, days_due]);
  });
  return { range, text: [toCsvLine(header), ...lines].join("") };
}

async function loadNamedRows(db: Db, board: ScoreboardRow, query: Omit<ResultQuery, "audience">) {
  const shown = await loadShownResult(db, board, { ...query, audience: "members" });
  if (!shown) throw notFound("Period");
  const ids = shown.result.rows.map(({ member_id }) => member_id);
  const members = await listPublicNames(db, board.clan_id, ids);
  const rows = shown.result.rows.flatMap((row) => {
    const member = members.get(row.member_id);
    return member ? { ...row, name: member.name, tint: member.tint } : [];
  });
  const activities = await listActivitiesOfScoreboard(db, board);
  return { shown, activities, rows: rows.toSorted(byRank((row) => row.member_id)) };
}

/** A frozen score is explained as it was frozen, with the cells as they are now. */
export async function explain(
  db: Db,
  actor: ClanActor,
  board: ScoreboardRow,
  { memberId, period }: { memberId: string; period: string | null },
): Promise<Explanation> {
  const now = currentTime();
  if (memberId !== actor.memberId && !canInClan(actor.role, "values.view", actor.toggles)) {
    throw new ApiError("forbidden", "In this clan, members see only the values of their own player");
  }
  const frozen = await findFrozen(db, board, period);
  if (period !== null && !frozen) throw notFound("Period");
  const today = toClanDate(await listDayRules(db, board.clan_id), now);
  const { week_start } = await getClanOfResult(db, board.clan_id);
  const range = frozen?.result.range ?? currentRange(board, today, week_start);
  const explained = await explainMember(db, board, memberId, range, { today });
  if (!explained) throw notFound("Player");
  if (!frozen) return { ...explained, is_final: false };
  const row = frozen.result.rows.find(({ member_id }) => member_id === memberId);
  return { ...explained, score: row?.score ?? null, is_final: true };
}
