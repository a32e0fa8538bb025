import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { findToday, loadBoard } from "./board-answer.ts";
import { type BoardColumns, updateBoard } from "./board-writes.queries.ts";
import { findListedBoard, type ListedBoard, lockBoard } from "./queries.ts";

/** What every use case works with. */
export interface Desk {
  db: Db;
  secrets: Secrets;
}

/** A board as somebody who changes it finds it. */
export interface Scene {
  tx: Tx;
  board: ListedBoard;
  today: string;
  now: Date;
}

/** What becomes of a board, and how the log calls it. */
export interface Step {
  columns: BoardColumns;
  happenings: { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> }[];
}

/** Looks, decides and writes while nobody else changes the board; a decision for nothing leaves it as it is. */
export function writeBoard(
  { db, secrets }: Desk,
  actor: ClanActor,
  boardId: string,
  decide: (scene: Scene) => Promise<Step | null> | Step | null,
  now = new Date(),
): Promise<Scoreboard> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockBoard(tx, clanId, boardId);
    const board = await findListedBoard(tx, clanId, boardId);
    if (!board || board.deleted_at) throw notFound("Scoreboard");
    const step = await decide({ tx, board, today: await findToday(tx, clanId, now), now });
    if (step) {
      await updateBoard(tx, clanId, board.id, step.columns);
      const target = toTarget({ ...board, ...step.columns });
      await recordAudit(tx, actor, ...step.happenings.map((happening) => ({ ...happening, target })));
    }
    return loadBoard(tx, secrets, { clanId, boardId: board.id }, now);
  });
}

export function toTarget({ id, title }: { id: string; title?: string | undefined }) {
  return { type: "scoreboard", id, name: title ?? "" };
}
