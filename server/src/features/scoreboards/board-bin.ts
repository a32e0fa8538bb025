import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { ClanActor } from "../../access/actor.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { binStart, loadBoard } from "./board-answer.ts";
import { listActivityChoices } from "./board-choices.queries.ts";
import { toAudited, toSettings } from "./board-settings.ts";
import { deleteBoardsBinnedBefore, updateBoard } from "./board-writes.queries.ts";
import { enterWithRoom } from "./create-board.ts";
import { findListedBoard, lockBoard } from "./scoreboards.queries.ts";
import { type Desk, toTarget, writeBoard } from "./write-board.ts";

export async function binBoard(desk: Desk, actor: ClanActor, boardId: string, now = new Date()): Promise<void> {
  await writeBoard(
    desk,
    actor,
    boardId,
    async ({ tx, board }) => {
      const before = toAudited(toSettings(board), await listActivityChoices(tx, board.clan_id));
      return { columns: { deleted_at: now }, happenings: [{ action: "scoreboard.delete", before }] };
    },
    now,
  );
}

/** As it was, with the link it had. Asking twice changes nothing. */
export function restoreBoard(desk: Desk, actor: ClanActor, boardId: string, now = new Date()): Promise<Scoreboard> {
  const { clanId } = actor;
  return desk.db.transaction().execute(async (tx) => {
    const found = await findListedBoard(tx, clanId, boardId);
    if (!found) throw notFound("Scoreboard");
    if (found.deleted_at) await takeOut(tx, actor, found.id, now);
    return loadBoard(tx, desk.secrets, { clanId, boardId: found.id }, now);
  });
}

async function takeOut(tx: Tx, actor: ClanActor, boardId: string, now: Date): Promise<void> {
  const { clanId } = actor;
  await enterWithRoom(tx, clanId);
  await lockBoard(tx, clanId, boardId);
  const board = await findListedBoard(tx, clanId, boardId);
  if (!board || (board.deleted_at && board.deleted_at <= binStart(now))) throw notFound("Scoreboard");
  if (!board.deleted_at) return;
  await updateBoard(tx, clanId, boardId, { deleted_at: null });
  await recordAudit(tx, actor, { action: "scoreboard.restore", target: toTarget(board) });
}

/** For all clans. */
export function emptyScoreboardBins(db: Db, now = new Date()): Promise<void> {
  return deleteBoardsBinnedBefore(db, binStart(now));
}
