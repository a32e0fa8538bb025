import { addDays, type DayRule, startOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { Clan, clanChange } from "@clanhall/contract/clans";
import { type ClanToggles, defaultToggles } from "@clanhall/contract/permissions";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { lockClan } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound, staleVersion } from "../../errors.ts";
import { findLastChange, recordAudit } from "../audit/index.ts";
import { findGame } from "../games/index.ts";
import { findActiveBoard, freezeEndedWeeks } from "../scoreboards/index.ts";
import { hasServer, loadClan, requireGame, requireServer } from "./clan.ts";
import { lockClanAsOwner, requireNotPendingDeletion } from "./create.ts";
import { deleteDayRulesAfter, findClanOf, insertDayRule, setMainBoard, updateClan } from "./queries.ts";

type Change = z.output<typeof clanChange>;
type Before = Awaited<ReturnType<typeof lockClanAsOwner>>;

/** How many days ahead a change of the clan's day may be planned. */
const planDays = 366;

interface ChangeDeps {
  db: Db;
  log: Log;
}

/** Changes the fields that are given and differ; without a difference the version stays. */
export async function changeClan({ db, log }: ChangeDeps, actor: ClanActor, change: Change): Promise<Clan> {
  const now = currentTime();
  if (await movesWeek(db, actor, change)) await freezeEndedWeeks(db, log, actor.clanId, now);
  return db.transaction().execute(async (tx) => {
    const clan = await lockClanAsOwner(tx, actor);
    requireNotPendingDeletion(clan);
    if (clan.archived_at) throw new ApiError("locked", "This clan is archived and can only be read");
    if (change.version !== clan.version) {
      const last = await findLastChange(tx, clan.id, { type: "clan", id: clan.id });
      throw staleVersion(clan.name, await loadClan(tx, actor, now), last);
    }
    const target = { type: "clan", id: clan.id, name: clan.name };
    const details = differences(toDetails(clan), await toWanted(tx, clan, change));
    const toggles = differences({ ...defaultToggles, ...clan.toggles }, change.toggles ?? {});
    const day = change.day ? await planDay(tx, clan.id, change.day, now) : null;
    const auditEvents = [
      ...(details ? [{ action: "clan.update", target, ...details }] : []),
      ...(toggles ? [{ action: "clan.permissions", target, ...toggles, isSecurity: true }] : []),
      ...(day ? [{ action: "clan.day", target, ...day }] : []),
    ];
    if (auditEvents.length > 0) {
      const kept = toggles && { toggles: JSON.stringify(toKept({ ...clan.toggles, ...toggles.after })) };
      await updateClan(tx, clan.id, { ...details?.after, ...kept });
      await recordAudit(tx, actor, ...auditEvents);
    }
    return loadClan(tx, actor, now);
  });
}

/** Of a change that is not refused as stale. */
async function movesWeek(db: Db, { clanId, userId }: ClanActor, { version, week_start }: Change): Promise<boolean> {
  if (week_start === undefined) return false;
  const clan = await findClanOf(db, clanId, userId);
  return clan !== null && clan.version === version && clan.week_start !== week_start;
}

/** Choosing the same board twice changes nothing. */
export function chooseMainBoard(db: Db, actor: ClanActor, boardId: string): Promise<{ main_board_id: string }> {
  return db.transaction().execute(async (tx) => {
    const clan = await lockClan(tx, actor.clanId);
    const board = await findActiveBoard(tx, actor.clanId, boardId);
    if (!clan || !board) throw notFound("Scoreboard");
    if (clan.main_board_id !== board.id) {
      await setMainBoard(tx, clan.id, board.id);
      const target = { type: "scoreboard", id: board.id, name: board.title };
      await recordAudit(tx, actor, { action: "scoreboard.make_main", target });
    }
    return { main_board_id: board.id };
  });
}

function toDetails(clan: Before) {
  const { name, description, game_id, game_name, game_server, crest_tint, crest_symbol } = clan;
  const { week_start, late_days, grace_days, members_away } = clan;
  const days = { week_start, late_days, grace_days, members_away };
  return { name, description, game_id, game_name, game_server, crest_tint, crest_symbol, ...days };
}

/** A game's server, and the name of one that is in no catalogue, go with the game. */
async function toWanted(tx: Db, clan: Before, change: Change) {
  const { version: _version, toggles: _toggles, day: _day, crest, ...others } = change;
  const details = { ...others, ...(crest && { crest_tint: crest.tint, crest_symbol: crest.symbol }) };
  if (details.game_id === undefined && !details.game_server) return details;
  const gameId = details.game_id === undefined ? clan.game_id : details.game_id;
  const game = await findGameOf(tx, gameId, clan);
  if (gameId !== clan.game_id && details.game_name === undefined) details.game_name = null;
  if (details.game_server) requireServer(game, details.game_server);
  else if (clan.game_server !== null && !hasServer(game, clan.game_server)) details.game_server = null;
  return details;
}

/** A clan may stay with a game that is no longer offered. */
function findGameOf(tx: Db, gameId: string | null, clan: Before) {
  if (gameId === null) return null;
  return gameId === clan.game_id ? findGame(tx, gameId) : requireGame(tx, gameId);
}

/** Replaces what was planned before. Days that have begun keep their rule. */
async function planDay(tx: Db, clanId: string, day: DayRule, now: Date) {
  const rules = await listDayRules(tx, clanId);
  const today = toClanDate(rules, now);
  const begun = rules.filter(({ effective_from }) => effective_from <= today);
  const planned = rules.filter(({ effective_from }) => effective_from > today);
  requireComing(begun, day, today, now);
  const isAsNow = isSameDay(begun.at(-1), day);
  if (isAsNow && planned.length === 0) return null;
  if (planned.length === 1 && planned[0]?.effective_from === day.effective_from && isSameDay(planned[0], day))
    return null;
  await deleteDayRulesAfter(tx, clanId, today);
  if (!isAsNow) await insertDayRule(tx, { clan_id: clanId, ...day });
  return { before: { ...begun.at(-1), planned }, after: { ...day } };
}

function requireComing(begun: DayRule[], day: DayRule, today: string, now: Date): void {
  const { effective_from } = day;
  if (effective_from <= today) throw invalidField("day.effective_from", "Choose a day after today.");
  if (effective_from > addDays(today, planDays)) {
    throw invalidField("day.effective_from", "Choose a day within the next year.");
  }
  if (startOfClanDay([...begun, day], effective_from) <= now) {
    throw invalidField("day.effective_from", "With this reset time, that day has already begun. Choose a later day.");
  }
}

function isSameDay(a: DayRule | undefined, b: DayRule): boolean {
  return a?.time_zone === b.time_zone && a.reset_time === b.reset_time && a.reset_in_utc === b.reset_in_utc;
}

/** Only what differs from the defaults is stored, so that a default can change later. */
function toKept(toggles: Partial<ClanToggles>): Partial<ClanToggles> {
  return differences(defaultToggles, toggles)?.after ?? {};
}

/** The fields that differ, before and after. */
function differences<Fields extends object>(
  before: Fields,
  wanted: { [Key in keyof Fields]?: Fields[Key] | undefined },
) {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== before[name],
  );
  if (names.length === 0) return null;
  const pick = (from: object) =>
    Object.fromEntries(names.map((name) => [name, (from as Fields)[name]])) as Partial<Fields>;
  return { before: pick(before), after: pick(wanted) };
}
