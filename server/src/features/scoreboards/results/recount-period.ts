import type { ClanActor } from "../../../access/actor.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { recordAudit } from "../../audit/index.ts";
import { lockBoard } from "../queries.ts";
import { toTarget } from "../write-board.ts";
import { computePast } from "./freeze.ts";
import { replacePeriod } from "./freeze.queries.ts";
import { getReadableBoard } from "./readable-board.ts";
import { findPeriod } from "./queries.ts";

/** Counts a past week or month once more, by the board's settings of today and everything that is entered by now. */
export async function recount(db: Db, actor: ClanActor, boardId: string, from: string, now = new Date()) {
  const board = await getReadableBoard(db, actor, boardId);
  const period = await findPeriod(db, board.clan_id, board.id, from);
  if (!period) throw notFound("Period");
  if (board.state !== "active") throw new ApiError("conflict", "Open the board again to change it.");
  const range = { from: period.starts_on, to: period.ends_on };
  const result = await computePast(db, board, range, now);
  await db.transaction().execute(async (tx) => {
    await lockBoard(tx, board.clan_id, board.id);
    const { version } = await getReadableBoard(tx, actor, board.id);
    if (version !== board.version) throw changedMeanwhile(board.title);
    const place = { clan_id: board.clan_id, scoreboard_id: board.id };
    if (!(await replacePeriod(tx, place, result, now))) throw notFound("Period");
    const after = { ...range, players: result.rows.length };
    await recordAudit(tx, actor, { action: "scoreboard.recount", target: toTarget(board), after });
  });
  return { ...range, frozen_at: now.toISOString() };
}

function changedMeanwhile(title: string): ApiError {
  return new ApiError("conflict", `Someone else changed ${title}`);
}
