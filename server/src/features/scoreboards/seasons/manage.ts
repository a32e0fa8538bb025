import { isDeepStrictEqual } from "node:util";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { type DayRange, rangeLabel } from "@clanhall/contract/rules/periods";
import { type createSeason, type patchSeason, type Season, seasonDraft, seasonsMax } from "@clanhall/contract/seasons";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { lockClan } from "../../../clan/lock.ts";
import { currentTime } from "../../../db/clock.ts";
import type { Tx } from "../../../db/tables.ts";
import { ApiError, invalidField, notFound, staleVersion } from "../../../errors.ts";
import { queueMemberMails, queueWebhook } from "../../../outbox/queue.ts";
import { findLastChange, recordAudit } from "../../audit/index.ts";
import { toAuditTarget } from "../check-settings.ts";
import { addSeasonBoard } from "../create.ts";
import { findToday, type ScoreboardDeps } from "../list.ts";
import { lockEntries, lockScoreboard, findScoreboard, type ScoreboardRow, updateScoreboardRow } from "../queries.ts";
import { freezeEndedPeriods, toEndWebhook } from "../results/freeze.ts";
import { getClanOfResult } from "../results/queries.ts";
import { computeFrozen } from "../results/standings.ts";
import { currentRange } from "../standings/range.ts";
import { toEndUpdate } from "../state.ts";
import { computeSeasonResult } from "./honours.ts";
import { loadSeason } from "./list.ts";
import {
  countSeasons,
  deleteSeasonRow,
  findOverlap,
  insertSeason,
  listBoardsOfSeasons,
  listCountedActivities,
  lockFreeBoards,
  lockRunningBoards,
  lockSeason,
  type SeasonRow,
  setBoardsOfSeason,
  updateSeason,
} from "./queries.ts";

type Draft = z.output<(typeof createSeason)["body"]>;
type Change = z.output<(typeof patchSeason)["body"]>;

/** A season comes with a board of its own over the same days; both wait for the officers to end the season. */
export function addSeason(
  { db, secrets }: ScoreboardDeps,
  actor: ClanActor,
  { name, from, to, board_ids }: Draft,
): Promise<Season> {
  const now = currentTime();
  const { clanId, userId } = actor;
  return db.transaction().execute(async (tx) => {
    if (!(await lockClan(tx, clanId))) throw notFound("Clan");
    if ((await countSeasons(tx, clanId)) >= seasonsMax) {
      throw new ApiError("conflict", `A clan can have at most ${seasonsMax} seasons. Delete one first.`);
    }
    await requireOwnDays(tx, clanId, { from, to }, null);
    const activities = (await listCountedActivities(tx, clanId)).map((activity_id) => ({ activity_id, weight: 1 }));
    if (activities.length === 0) throw new ApiError("conflict", "Add an activity first: a season counts activities.");
    const period = { kind: "fixed", from, to } as const;
    const boardId = await addSeasonBoard({ tx, secrets, actor, now }, { title: name, activities, period });
    const row = { clan_id: clanId, name, starts_on: from, ends_on: to, board_id: boardId, created_by: userId };
    const id = await insertSeason(tx, row);
    await updateScoreboardRow(tx, clanId, boardId, { ends_by_itself: false });
    await setBoards(tx, { clan_id: clanId, id, board_id: boardId }, board_ids);
    const target = toTarget({ id, name });
    await recordAudit(tx, actor, { action: "season.create", target, after: { name, from, to } });
    return loadSeason(tx, actor, id, now);
  });
}

export function changeSeason(
  { db }: ScoreboardDeps,
  actor: ClanActor,
  seasonId: string,
  { version, board_ids, ...given }: Change,
): Promise<Season> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    if (!(await lockClan(tx, clanId))) throw notFound("Clan");
    const season = await getLocked(tx, clanId, seasonId);
    if (season.version !== version) {
      const last = await findLastChange(tx, clanId, { type: "season", id: season.id });
      throw staleVersion(season.name, await loadSeason(tx, actor, season.id, now), last);
    }
    const before = { name: season.name, from: season.starts_on, to: season.ends_on };
    const wanted = {
      name: given.name ?? before.name,
      from: given.from ?? before.from,
      to: given.to ?? before.to,
    };
    const isMoved = wanted.from !== before.from || wanted.to !== before.to;
    if (season.ended_at && isMoved) throw new ApiError("conflict", `${season.name} has ended. Its days stay.`);
    if (isMoved) {
      requireRange(wanted);
      await requireOwnDays(tx, clanId, wanted, season.id);
    }
    await updateOwnBoard(tx, season, wanted);
    if (board_ids && !season.ended_at) await setBoards(tx, season, board_ids);
    await updateSeason(tx, season, { name: wanted.name, starts_on: wanted.from, ends_on: wanted.to });
    if (!isDeepStrictEqual(before, wanted)) {
      await recordAudit(tx, actor, { action: "season.update", target: toTarget(season), before, after: wanted });
    }
    return loadSeason(tx, actor, season.id, now);
  });
}

/** The board follows the season's days, and its name for as long as it has the same. */
async function updateOwnBoard(tx: Tx, season: SeasonRow, { name, from, to }: DayRange & { name: string }) {
  if (season.board_id === null) return;
  await lockScoreboard(tx, season.clan_id, season.board_id);
  const board = await findScoreboard(tx, season.clan_id, season.board_id);
  if (!board) return;
  const title = board.title === season.name ? name : board.title;
  const period = season.ended_at ? board.period : ({ kind: "fixed", from, to } as const);
  if (title === board.title && isDeepStrictEqual(period, board.period)) return;
  await updateScoreboardRow(tx, board.clan_id, board.id, { title, period: JSON.stringify(period) });
}

/** The results of its boards stay; one that still counts ends by itself again. */
export function removeSeason({ db }: ScoreboardDeps, actor: ClanActor, seasonId: string): Promise<void> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const season = await getLocked(tx, clanId, seasonId);
    const boards = await lockRunningBoards(tx, clanId, season.id);
    for (const { id } of boards.filter((board) => board.id === season.board_id)) {
      await updateScoreboardRow(tx, clanId, id, { ends_by_itself: true });
    }
    await deleteSeasonRow(tx, season);
    const before = { name: season.name, from: season.starts_on, to: season.ends_on };
    await recordAudit(tx, actor, { action: "season.delete", target: toTarget(season), before });
  });
}

/**
 * Freezes the boards, gives the awards and keeps both, in one transaction. Of several who end it at once one does; who
 * asks again for what they did themselves gets the same answer.
 */
export async function end({ db }: ScoreboardDeps, actor: ClanActor, seasonId: string): Promise<Season> {
  const now = currentTime();
  const { clanId, userId } = actor;
  for (const { id } of await listBoardsOfSeasons(db, clanId, [seasonId])) {
    await freezeEndedPeriods(db, clanId, id, now);
  }
  return db.transaction().execute(async (tx) => {
    const season = await getLocked(tx, clanId, seasonId);
    if (season.ended_at) {
      const ended = await loadSeason(tx, actor, season.id, now);
      if (season.ended_by === userId) return ended;
      throw new ApiError("conflict", `${ended.ended_by ?? "Someone"} has already ended ${season.name}.`);
    }
    const today = await findToday(tx, clanId, now);
    if (today < season.starts_on) throw new ApiError("conflict", `${season.name} has not begun yet.`);
    await storeEnd(tx, actor, season, { today, now });
    return loadSeason(tx, actor, season.id, now);
  });
}

async function storeEnd(tx: Tx, actor: ClanActor, season: SeasonRow, { today, now }: { today: string; now: Date }) {
  const { clan_id: clanId, starts_on: from } = season;
  // Ended early, today is its last day.
  const range = { from, to: today < season.ends_on ? today : season.ends_on };
  const boards = await lockRunningBoards(tx, clanId, season.id);
  await lockEntries(tx, clanId);
  const own = boards.find(({ id }) => id === season.board_id);
  if (!own) throw new ApiError("conflict", `The board of ${season.name} is gone. Delete the season.`);
  const board: ScoreboardRow = { ...own, period: { kind: "fixed", ...range } };
  const when = { today: today <= range.to ? today : addDays(range.to, 1), now };
  const result = await computeSeasonResult(tx, board, range, when);
  await updateScoreboardRow(tx, clanId, own.id, { period: JSON.stringify(board.period) });
  await freezeBoard(tx, actor, board, range, when);
  const { week_start } = await getClanOfResult(tx, clanId);
  for (const other of boards.filter(({ id }) => id !== own.id)) {
    await freezeBoard(tx, actor, other, currentRange(other, today, week_start), { today, now });
  }
  const ended = { ended_at: now, ended_by: actor.userId, ends_on: range.to, result: JSON.stringify(result) };
  await updateSeason(tx, season, ended);
  const after = { ...range, boards: boards.length, awards: result.awards.length };
  await recordAudit(tx, actor, { action: "season.end", target: toTarget(season), after });
  // One message for the season, not one for each of its boards.
  await queueWebhook(tx, toEndWebhook(board));
  await queueMemberMails(tx, { clanId, kind: "board_ended", subject: own.id });
}

async function freezeBoard(
  tx: Tx,
  actor: ClanActor,
  board: ScoreboardRow,
  range: DayRange,
  when: { today: string; now: Date },
): Promise<void> {
  const { columns, auditEvents } = toEndUpdate(await computeFrozen(tx, board, range, when), when.now);
  await updateScoreboardRow(tx, board.clan_id, board.id, columns);
  await recordAudit(tx, actor, ...auditEvents.map((event) => ({ ...event, target: toAuditTarget(board) })));
}

async function getLocked(tx: Tx, clanId: string, seasonId: string): Promise<SeasonRow> {
  const season = await lockSeason(tx, clanId, seasonId);
  if (!season) throw notFound("Season");
  return season;
}

/** One of the two days may be as it was before. */
function requireRange(wanted: DayRange & { name: string }): void {
  const { error } = seasonDraft.safeParse(wanted);
  const [issue] = error?.issues ?? [];
  if (issue) throw invalidField(issue.path.join("."), issue.message);
}

async function requireOwnDays(tx: Tx, clanId: string, range: DayRange, without: string | null): Promise<void> {
  const other = await findOverlap(tx, clanId, range, without);
  if (!other) return;
  const label = rangeLabel({ from: other.starts_on, to: other.ends_on });
  throw invalidField("from", `These days overlap with ${other.name}, ${label}.`);
}

/** The season's own board is always one of them. */
async function setBoards(
  tx: Tx,
  { clan_id, id, board_id }: Pick<SeasonRow, "clan_id" | "id" | "board_id">,
  wanted: string[],
): Promise<void> {
  const ids = [...new Set([...(board_id === null ? [] : [board_id]), ...wanted.map((one) => one.toLowerCase())])];
  const free = await lockFreeBoards(tx, clan_id, id, ids);
  if (ids.some((one) => one !== board_id && !free.includes(one))) {
    throw invalidField("board_ids", "Choose active boards that belong to no other season.");
  }
  await setBoardsOfSeason(tx, clan_id, id, ids);
}

function toTarget({ id, name }: { id: string; name: string }) {
  return { type: "season", id, name };
}
