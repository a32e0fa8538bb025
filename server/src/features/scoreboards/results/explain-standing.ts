import { rangeOf } from "@clanhall/contract/board-periods";
import { toClanDate } from "@clanhall/contract/clan-day";
import { canInClan } from "@clanhall/contract/permissions";
import type { Explanation } from "@clanhall/contract/standings";
import type { ClanActor } from "../../../access/actor.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError, notFound } from "../../../errors.ts";
import type { BoardRow } from "../boards.queries.ts";
import { explainMember } from "../standings/explain.ts";
import { getClanOfResult } from "./queries.ts";
import { findFrozen } from "./standings.ts";

interface Asked {
  memberId: string;
  period: string | null;
}

/** A frozen score is told as it was frozen, with the cells as they are now. */
export async function explain(
  db: Db,
  actor: ClanActor,
  board: BoardRow,
  { memberId, period }: Asked,
  now = new Date(),
): Promise<Explanation> {
  if (memberId !== actor.memberId && !canInClan(actor.role, "values.view", actor.toggles)) {
    throw new ApiError("forbidden", "In this clan members see the values of their own player alone");
  }
  const frozen = await findFrozen(db, board, period);
  if (period !== null && !frozen) throw notFound("Period");
  const today = toClanDate(await listDayRules(db, board.clan_id), now);
  const { week_start } = await getClanOfResult(db, board.clan_id);
  const range = frozen?.result.range ?? rangeOf(board.period, today, week_start);
  const explained = await explainMember(db, board, memberId, range, { today });
  if (!explained) throw notFound("Player");
  if (!frozen) return { ...explained, is_final: false };
  const row = frozen.result.rows.find(({ member_id }) => member_id === memberId);
  return { ...explained, score: row?.score ?? null, is_final: true };
}
