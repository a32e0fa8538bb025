import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { queueWebhook } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { findToday } from "./board-answer.ts";
import { findListedBoard } from "./queries.ts";
import { requirePublicActivity } from "./share.ts";
import { toTarget } from "./write-board.ts";

/** Tells the clan's webhooks of a board as it stands. Posted again on the same clan day, the message is brought up to date. */
export function postBoard(db: Db, actor: ClanActor, boardId: string, now = new Date()): Promise<{ webhooks: number }> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const board = await findListedBoard(tx, clanId, boardId);
    if (!board || board.deleted_at) throw notFound("Scoreboard");
    if (board.state === "archived") throw new ApiError("conflict", "Open the board again to post it.");
    requirePublicActivity(board, "posted");
    const webhooks = await queueWebhook(tx, {
      clanId,
      event: "scoreboard",
      subject: `${boardId} on ${await findToday(tx, clanId, now)}`,
      facts: { scoreboard_id: boardId, period: null },
    });
    await recordAudit(tx, actor, { action: "scoreboard.post", target: toTarget(board), after: { webhooks } });
    return { webhooks };
  });
}
