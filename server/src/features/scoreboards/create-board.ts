import { type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { findToday, loadBoard } from "./board-answer.ts";
import { listActivityChoices } from "./board-choices.queries.ts";
import { type BoardSettings, findRunningFrom, toAudited, toColumns, toSettings } from "./board-settings.ts";
import { insertBoard } from "./board-writes.queries.ts";
import { checkSettings } from "./check-settings.ts";
import { countBoards, findListedBoard } from "./scoreboards.queries.ts";
import { type Desk, toTarget } from "./write-board.ts";

/** Nobody deletes so many in thirty days who does not mean to fill the bin. */
const binnedMax = 500;
const titleMax = 80;

export function createBoard(desk: Desk, actor: ClanActor, draft: BoardSettings, now = new Date()): Promise<Scoreboard> {
  return desk.db.transaction().execute(async (tx) => {
    const clan = await enterToAdd(tx, actor.clanId);
    const settings = await checkSettings(tx, actor.clanId, draft, null);
    return addBoard(desk, { tx, actor, clan, now }, settings, "scoreboard.create");
  });
}

export function duplicateBoard(desk: Desk, actor: ClanActor, boardId: string, now = new Date()): Promise<Scoreboard> {
  return desk.db.transaction().execute(async (tx) => {
    const clan = await enterToAdd(tx, actor.clanId);
    const board = await findListedBoard(tx, actor.clanId, boardId);
    if (!board || board.deleted_at) throw notFound("Scoreboard");
    const settings = { ...toSettings(board), title: toCopyTitle(board.title) };
    return addBoard(desk, { tx, actor, clan, now }, settings, "scoreboard.duplicate");
  });
}

interface NewBoard {
  tx: Tx;
  actor: ClanActor;
  clan: { week_start: number };
  now: Date;
}

async function addBoard(
  { secrets }: Desk,
  { tx, actor, clan, now }: NewBoard,
  settings: BoardSettings,
  action: string,
): Promise<Scoreboard> {
  const { clanId, userId } = actor;
  const today = await findToday(tx, clanId, now);
  const running_from = findRunningFrom(settings.period, today, clan.week_start);
  const boardId = await insertBoard(tx, {
    ...toColumns(settings),
    clan_id: clanId,
    running_from,
    created_by: userId,
    created_at: now,
    updated_at: now,
  });
  const after = toAudited(settings, await listActivityChoices(tx, clanId));
  await recordAudit(tx, actor, { action, target: toTarget({ id: boardId, title: settings.title }), after });
  return loadBoard(tx, secrets, { clanId, boardId }, now);
}

/** Boards of a clan come one after the other, so that none slips past the limit. */
export async function enterWithRoom(tx: Tx, clanId: string) {
  const clan = await lockClan(tx, clanId);
  if (!clan) throw notFound("Clan");
  const { present, binned } = await countBoards(tx, clanId);
  if (present >= scoreboardsMax) {
    throw new ApiError("conflict", `A clan has at most ${scoreboardsMax} scoreboards. Delete one first.`);
  }
  return { clan, binned };
}

async function enterToAdd(tx: Tx, clanId: string) {
  const { clan, binned } = await enterWithRoom(tx, clanId);
  if (binned < binnedMax) return clan;
  throw new ApiError("conflict", "The bin is full of deleted scoreboards. Take one of them back instead.");
}

function toCopyTitle(title: string): string {
  const mark = " (copy)";
  const kept = Array.from(title).slice(0, titleMax - mark.length);
  return kept.join("").trimEnd() + mark;
}
