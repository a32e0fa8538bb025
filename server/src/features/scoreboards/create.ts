import { scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import { type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { lockClan } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import {
  checkSettings,
  findRunningFrom,
  type ScoreboardSettings,
  toAudited,
  toAuditTarget,
  toColumns,
  toSettings,
} from "./check-settings.ts";
import { findToday, loadScoreboard, type ScoreboardDeps } from "./list.ts";
import { countScoreboards, findListedScoreboard, insertScoreboard, listActivityChoices } from "./queries.ts";

/** Nobody deletes so many in thirty days by accident. */
const binnedMax = 500;
const titleMax = 80;

export function addScoreboard(
  { db, secrets }: ScoreboardDeps,
  actor: ClanActor,
  draft: ScoreboardSettings,
  now = currentTime(),
): Promise<Scoreboard> {
  return db.transaction().execute(async (tx) => {
    const clan = await lockToAdd(tx, actor.clanId);
    const settings = await checkSettings(tx, actor.clanId, draft, null);
    return storeScoreboard({ tx, secrets, actor, clan, now }, settings, "scoreboard.create");
  });
}

/** The board of a new season, which waits for the season to end. */
export async function addSeasonBoard(
  { tx, secrets, actor, now }: Omit<Creation, "clan">,
  draft: Pick<ScoreboardSettings, "title" | "activities" | "period">,
): Promise<string> {
  const clan = await lockToAdd(tx, actor.clanId);
  const settings = await checkSettings(tx, actor.clanId, { ...scoreboardDraft.parse(draft), ...draft }, null);
  const { id } = await storeScoreboard({ tx, secrets, actor, clan, now }, settings, "scoreboard.create");
  return id;
}

export function copyScoreboard(
  { db, secrets }: ScoreboardDeps,
  actor: ClanActor,
  boardId: string,
): Promise<Scoreboard> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const clan = await lockToAdd(tx, actor.clanId);
    const board = await findListedScoreboard(tx, actor.clanId, boardId);
    if (!board || board.deleted_at) throw notFound("Scoreboard");
    const settings = { ...toSettings(board), title: toCopyTitle(board.title) };
    return storeScoreboard({ tx, secrets, actor, clan, now }, settings, "scoreboard.duplicate");
  });
}

interface Creation {
  tx: Tx;
  secrets: Secrets;
  actor: ClanActor;
  clan: { week_start: number };
  now: Date;
}

async function storeScoreboard(
  { tx, secrets, actor, clan, now }: Creation,
  settings: ScoreboardSettings,
  action: string,
): Promise<Scoreboard> {
  const { clanId, userId } = actor;
  const today = await findToday(tx, clanId, now);
  const running_from = findRunningFrom(settings.period, today, clan.week_start);
  const boardId = await insertScoreboard(tx, {
    ...toColumns(settings),
    clan_id: clanId,
    running_from,
    created_by: userId,
    created_at: now,
    updated_at: now,
  });
  const after = toAudited(settings, await listActivityChoices(tx, clanId));
  await recordAudit(tx, actor, { action, target: toAuditTarget({ id: boardId, title: settings.title }), after });
  return loadScoreboard({ db: tx, secrets }, { clanId, boardId }, now);
}

/** Locks the clan, so that boards created at the same time do not exceed the limit. */
export async function lockWithRoom(tx: Tx, clanId: string) {
  const clan = await lockClan(tx, clanId);
  if (!clan) throw notFound("Clan");
  const { present, binned } = await countScoreboards(tx, clanId);
  if (present >= scoreboardsMax) {
    throw new ApiError("conflict", `A clan can have at most ${scoreboardsMax} scoreboards. Delete one first.`);
  }
  return { clan, binned };
}

async function lockToAdd(tx: Tx, clanId: string) {
  const { clan, binned } = await lockWithRoom(tx, clanId);
  if (binned < binnedMax) return clan;
  throw new ApiError("conflict", "The bin is full of deleted scoreboards. Restore one of them instead.");
}

function toCopyTitle(title: string): string {
  const suffix = " (copy)";
  const kept = Array.from(title).slice(0, titleMax - suffix.length);
  return kept.join("").trimEnd() + suffix;
}
