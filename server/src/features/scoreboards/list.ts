import { toClanDate } from "@clanhall/contract/clan-day";
import { canInClan } from "@clanhall/contract/permissions";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRulesOfClans } from "../../clan/calendar.ts";
import { ApiError, notFound } from "../../errors.ts";
import { binStart, findToday, toScoreboard } from "./board-answer.ts";
import { findListedBoard, listBinnedBoards, listBoardsOfClan, listBoardsOfUser, type ListedBoard } from "./queries.ts";
import type { Desk } from "./write-board.ts";

/** What is archived is for those who manage the clan. */
function isShown({ state }: Pick<ListedBoard, "state">, role: ClanActor["role"]): boolean {
  return state !== "archived" || canInClan(role, "clan.manage");
}

/** Newest first; those in the bin come after the others, for managers who ask for them. */
export async function listOfClan(
  { db, secrets }: Desk,
  { clanId, role }: ClanActor,
  withBin: boolean,
  now = new Date(),
): Promise<Scoreboard[]> {
  if (withBin && !canInClan(role, "clan.manage")) {
    throw new ApiError("forbidden", "Only those who manage the clan see its bin");
  }
  const rows = await listBoardsOfClan(db, clanId);
  const binned = withBin ? await listBinnedBoards(db, clanId, binStart(now)) : [];
  const moment = { today: await findToday(db, clanId, now), now };
  return [...rows.filter((row) => isShown(row, role)), ...binned].map((row) => toScoreboard(row, secrets, moment));
}

/** Of all clans of the caller, newest first. */
export async function listOfUser(
  { db, secrets }: Desk,
  userId: string,
  isActive?: boolean,
  now = new Date(),
): Promise<Scoreboard[]> {
  const rows = (await listBoardsOfUser(db, userId)).filter(
    (row) => isShown(row, row.role) && (isActive === undefined || (row.state === "active") === isActive),
  );
  if (rows.length === 0) return [];
  const clanIds = [...new Set(rows.map(({ clan_id }) => clan_id))];
  const rules = Map.groupBy(await listDayRulesOfClans(db, clanIds), ({ clan_id }) => clan_id);
  const days = new Map([...rules].map(([clanId, ofClan]) => [clanId, toClanDate(ofClan, now)]));
  return rows.flatMap((row) => {
    const today = days.get(row.clan_id);
    // Without a day its clan was deleted between the two reads.
    return today === undefined ? [] : [toScoreboard(row, secrets, { today, now })];
  });
}

export async function getBoard(
  { db, secrets }: Desk,
  { clanId, role }: ClanActor,
  boardId: string,
  now = new Date(),
): Promise<Scoreboard> {
  const row = await findListedBoard(db, clanId, boardId);
  if (!row || row.deleted_at || !isShown(row, role)) throw notFound("Scoreboard");
  return toScoreboard(row, secrets, { today: await findToday(db, clanId, now), now });
}
