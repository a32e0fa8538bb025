import { rangeOf } from "@clanhall/contract/board-periods";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { ClanActor } from "../../access/actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import { queueMemberMails, queueWebhook } from "../../outbox/queue.ts";
import { findBoardRow } from "./boards.queries.ts";
import { freezeTurns, toEndNews } from "./results/freeze.ts";
import { computeFrozen } from "./results/public-result.ts";
import { holdEntries, type ListedBoard } from "./queries.ts";
import { type Desk, type Scene, type Step, writeBoard } from "./write-board.ts";

/** Freezes who stands where now, and first the week or month that is just over. */
export async function endBoard(desk: Desk, actor: ClanActor, boardId: string, now = new Date()): Promise<Scoreboard> {
  await freezeTurns(desk.db, actor.clanId, boardId, now);
  return writeBoard(desk, actor, boardId, planEnd, now);
}

/** What was frozen at the end is let go, and the board counts again. */
export function reopenBoard(desk: Desk, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  return writeBoard(desk, actor, boardId, ({ board }) => planReopen(board));
}

export function archiveBoard(desk: Desk, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  return writeBoard(desk, actor, boardId, ({ board }) => planArchive(board));
}

async function planEnd({ tx, board, today, now }: Scene): Promise<Step | null> {
  if (board.state === "ended") return null;
  if (board.state === "archived") throw new ApiError("conflict", "Open the board again to end it.");
  await holdEntries(tx, board.clan_id);
  const row = await findBoardRow(tx, board.clan_id, board.id);
  if (!row) throw notFound("Scoreboard");
  const range = rangeOf(row.period, today, board.week_start);
  const result = await computeFrozen(tx, row, range, { today, now });
  await queueWebhook(tx, toEndNews(row));
  await queueMemberMails(tx, { clanId: row.clan_id, kind: "board_ended", subject: row.id });
  return {
    columns: { state: "ended", result: JSON.stringify(result), ended_at: now },
    happenings: [{ action: "scoreboard.end", after: { ...range, players: result.rows.length } }],
  };
}

export function planReopen({ state }: ListedBoard): Step | null {
  if (state === "active") return null;
  return {
    columns: { state: "active", result: null, ended_at: null, ends_by_itself: false },
    happenings: [{ action: "scoreboard.reopen", before: { state }, after: { state: "active" } }],
  };
}

export function planArchive({ state }: ListedBoard): Step | null {
  if (state === "archived") return null;
  return {
    columns: { state: "archived" },
    happenings: [{ action: "scoreboard.archive", before: { state }, after: { state: "archived" } }],
  };
}
