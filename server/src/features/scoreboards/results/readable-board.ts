import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../../access/actor.ts";
import type { Db } from "../../../db/tables.ts";
import { notFound } from "../../../errors.ts";
import { type BoardRow, findBoardRow } from "../boards.queries.ts";

/** Archived boards are there for managers alone, those in the bin for nobody. */
export async function getReadableBoard(db: Db, { clanId, role }: ClanActor, boardId: string): Promise<BoardRow> {
  const board = await findBoardRow(db, clanId, boardId);
  const isAside = board?.state === "archived" && !canInClan(role, "clan.manage");
  if (!board || board.deleted_at || isAside) throw notFound("Scoreboard");
  return board;
}
