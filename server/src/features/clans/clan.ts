import { compareNames } from "@clanhall/contract/rules/locale";
import type { Clan, ClanCard } from "@clanhall/contract/clans";
import { canInClan, type ClanAction, defaultToggles } from "@clanhall/contract/permissions";
import { listDayRules, listDayRulesOfClans } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { invalidField, notFound } from "../../errors.ts";
import { countOpenRequests } from "../decisions/index.ts";
import { countWaitingIn } from "../joining/index.ts";
import { lockGame } from "../games/index.ts";
import { findMainBoardIds } from "../scoreboards/index.ts";
import { addToday, type ClanDay, isOpen, toClanDay } from "./overview.ts";
import { findTransfer } from "./ownership.queries.ts";
import { type ClanRow, findClanOf, listClansOf } from "./queries.ts";

export async function loadMyClans(db: Db, userId: string): Promise<ClanCard[]> {
  const now = currentTime();
  const rows = await listClansOf(db, userId);
  if (rows.length === 0) return [];
  const rules = Map.groupBy(
    await listDayRulesOfClans(
      db,
      rows.map(({ id }) => id),
    ),
    ({ clan_id }) => clan_id,
  );
  const onTheirDay = rows.flatMap((row) => {
    const ofClan = rules.get(row.id);
    return ofClan ? [{ ...row, day: toClanDay(ofClan, now) }] : [];
  });
  const clans = await loadCards(db, onTheirDay);
  return clans.toSorted((a, b) => compareNames(a.name, b.name) || a.id.localeCompare(b.id));
}

/** The clan as one of its members sees it. */
export async function loadClan(
  db: Db,
  { clanId, userId }: { clanId: string; userId: string },
  now = currentTime(),
): Promise<Clan> {
  const row = await findClanOf(db, clanId, userId);
  const rules = await listDayRules(db, clanId);
  // Without rules it was deleted between the two.
  if (!row || rules.length === 0) throw notFound("Clan");
  const [card] = await loadCards(db, [{ ...row, day: toClanDay(rules, now) }]);
  if (!card) throw notFound("Clan");
  return {
    ...card,
    week_start: row.week_start,
    late_days: row.late_days,
    grace_days: row.grace_days,
    first_day: row.first_day,
    members_away: row.members_away,
    day_rules: rules,
    transfer: await findTransferFor(db, row),
    version: row.version,
    updated_at: row.updated_at.toISOString(),
  };
}

/** In as many queries for many clans as for one. */
async function loadCards(db: Db, rows: (ClanRow & { day: ClanDay })[]): Promise<ClanCard[]> {
  const clans = await addRequests(db, await addToday(db, rows));
  const mainBoards = await findMainBoardIds(
    db,
    rows.map(({ id }) => id),
  );
  return clans.map((clan) => toCard(clan, mainBoards.get(clan.id) ?? null));
}

type DecidedClan = Pick<ClanRow, "id" | "role" | "toggles" | "archived_at" | "deletes_at">;

/** How many requests wait for whoever decides them. */
async function addRequests<Row extends DecidedClan>(db: Db, rows: Row[]) {
  const open = rows.filter(isOpen);
  const listClans = (action: ClanAction) =>
    open.filter(({ role, toggles }) => canInClan(role, action, { ...defaultToggles, ...toggles })).map(({ id }) => id);
  const decided = listClans("request.decide");
  const counts = decided.length === 0 ? [] : await countOpenRequests(db, decided);
  const joins = await countWaitingIn(db, listClans("join.decide"));
  const openOf = (id: string) =>
    counts.reduce((sum, { clan_id, count }) => (clan_id === id ? sum + count : sum), joins.get(id) ?? 0);
  return rows.map((row) => ({ ...row, open_requests: openOf(row.id) }));
}

/** An offer is only for who made it and who got it. */
async function findTransferFor(db: Db, { id, role, member_id }: ClanRow): Promise<Clan["transfer"]> {
  const offer = await findTransfer(db, id);
  if (!offer || (role !== "owner" && offer.to_member_id !== member_id)) return null;
  return { to_member_id: offer.to_member_id, to_name: offer.to_name, created_at: offer.created_at.toISOString() };
}

function toCard(row: ClanRow & Pick<ClanCard, "today" | "open_requests">, currentMainBoardId: string | null): ClanCard {
  return {
    id: row.id,
    clan_id: row.id,
    name: row.name,
    description: row.description,
    role: row.role,
    member_id: row.member_id,
    game: toGame(row),
    game_name: row.game_name,
    game_server: row.game_server,
    crest: { tint: row.crest_tint, symbol: row.crest_symbol },
    members: { active: row.active, total: row.total },
    today: row.today,
    toggles: { ...defaultToggles, ...row.toggles },
    offered_by: row.offered_by,
    last_used_at: row.last_used_at,
    main_board_id: row.main_board_id,
    current_main_board_id: currentMainBoardId,
    open_requests: row.open_requests,
    archived_at: row.archived_at?.toISOString() ?? null,
    deletes_at: row.deletes_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
  };
}

function toGame({ game_id: id, game_name, catalogue_name, game_icon }: ClanRow): ClanCard["game"] {
  return id === null ? null : { id, name: game_name ?? catalogue_name ?? "", icon: game_icon ?? "" };
}

/** The game a clan wants to play, if it is one that can be chosen. */
export async function requireGame(tx: Db, gameId: string) {
  const game = await lockGame(tx, gameId);
  if (!game?.is_active) throw invalidField("game_id", "This game is not in the list.");
  return game;
}

export function requireServer(game: { servers: { label: string }[] } | null, server: string): void {
  if (!hasServer(game, server)) throw invalidField("game_server", "This game has no such server.");
}

export function hasServer(game: { servers: { label: string }[] } | null, server: string): boolean {
  return game?.servers.some(({ label }) => label === server) ?? false;
}
