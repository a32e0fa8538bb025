import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import type { FrozenResult } from "../../db/stored-types.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { queueMemberMails, queueWebhook } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { toAudited, toAuditTarget, toSettings } from "./check-settings.ts";
import { lockWithRoom } from "./create.ts";
import { binStart, loadScoreboard, type ScoreboardDeps } from "./list.ts";
import {
  deleteScoreboardsBinnedBefore,
  findListedScoreboard,
  findScoreboard,
  listActivityChoices,
  lockEntries,
  lockScoreboard,
  updateScoreboardRow,
} from "./queries.ts";
import { freezeEndedPeriods, toEndWebhook } from "./results/freeze.ts";
import { computeFrozen } from "./results/standings.ts";
import { currentRange } from "./standings/range.ts";
import {
  type LockedScoreboard,
  planArchive,
  planReopen,
  requireNoSeason,
  type ScoreboardUpdate,
  updateScoreboard,
} from "./update.ts";

/** Freezes the standings of this moment, and first the week or month that has just ended. */
export async function end(deps: ScoreboardDeps, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  const now = currentTime();
  await freezeEndedPeriods(deps.db, actor.clanId, boardId, now);
  return updateScoreboard(deps, actor, boardId, planEnd, now);
}

async function planEnd({ tx, board, today, now }: LockedScoreboard): Promise<ScoreboardUpdate | null> {
  if (board.state === "ended") return null;
  if (board.state === "archived") throw new ApiError("conflict", "Reopen the board to end it.");
  requireNoSeason(board, "End the season instead.");
  await lockEntries(tx, board.clan_id);
  const row = await findScoreboard(tx, board.clan_id, board.id);
  if (!row) throw notFound("Scoreboard");
  const range = currentRange(row, today, board.week_start);
  const result = await computeFrozen(tx, row, range, { today, now });
  await queueWebhook(tx, toEndWebhook(row));
  await queueMemberMails(tx, { clanId: row.clan_id, kind: "board_ended", subject: row.id });
  return toEndUpdate(result, now);
}

/** What ends a board with a result. */
export function toEndUpdate(result: FrozenResult, now: Date): ScoreboardUpdate {
  const { range, rows } = result;
  return {
    columns: { state: "ended", result: JSON.stringify(result), ended_at: now },
    auditEvents: [{ action: "scoreboard.end", after: { ...range, players: rows.length } }],
  };
}

export function reopen(deps: ScoreboardDeps, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  return updateScoreboard(deps, actor, boardId, ({ board }) => planReopen(board));
}

export function archive(deps: ScoreboardDeps, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  return updateScoreboard(deps, actor, boardId, ({ board }) => planArchive(board));
}

export async function moveToBin(deps: ScoreboardDeps, actor: ClanActor, boardId: string): Promise<void> {
  const now = currentTime();
  await updateScoreboard(
    deps,
    actor,
    boardId,
    async ({ tx, board }) => {
      requireNoSeason(board, "End or delete the season first.");
      const before = toAudited(toSettings(board), await listActivityChoices(tx, board.clan_id));
      return { columns: { deleted_at: now }, auditEvents: [{ action: "scoreboard.delete", before }] };
    },
    now,
  );
}

/** As it was, with the link it had. Restoring twice changes nothing. */
export function restoreFromBin(
  { db, secrets }: ScoreboardDeps,
  actor: ClanActor,
  boardId: string,
): Promise<Scoreboard> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const found = await findListedScoreboard(tx, clanId, boardId);
    if (!found) throw notFound("Scoreboard");
    if (found.deleted_at) await undelete(tx, actor, found.id, now);
    return loadScoreboard({ db: tx, secrets }, { clanId, boardId: found.id }, now);
  });
}

async function undelete(tx: Tx, actor: ClanActor, boardId: string, now: Date): Promise<void> {
  const { clanId } = actor;
  await lockWithRoom(tx, clanId);
  await lockScoreboard(tx, clanId, boardId);
  const board = await findListedScoreboard(tx, clanId, boardId);
  if (!board || (board.deleted_at && board.deleted_at <= binStart(now))) throw notFound("Scoreboard");
  if (!board.deleted_at) return;
  await updateScoreboardRow(tx, clanId, boardId, { deleted_at: null });
  await recordAudit(tx, actor, { action: "scoreboard.restore", target: toAuditTarget(board) });
}

/** For all clans. */
export function emptyScoreboardBins(db: Db, now = currentTime()): Promise<void> {
  return deleteScoreboardsBinnedBefore(db, binStart(now));
}
