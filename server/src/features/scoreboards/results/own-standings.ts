import type { MyStanding, StandingBoard } from "@clanhall/contract/my-standing";
import { findStreaks, type Grace, isOnRoster, isScheduled, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays, daysOf, startOfWeek } from "@clanhall/contract/rules/clan-day";
import { addUp } from "@clanhall/contract/rules/scoring";
import type { ActivityRow } from "../../../clan/activities.ts";
import { createStampedCache } from "../../../clan/stamped-cache.ts";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { findMainBoards } from "../queries.ts";
import { type BoardClan, inSnapshot, loadBoardClans } from "../standings/context.ts";
import { loadPlayerCells, type MemberCell } from "../standings/explain.ts";
import { toOwnRank } from "../standings/own-rank.ts";
import { listPlayerOutcomes } from "../standings/player.queries.ts";
import { countScheduled, type RangeView, toScheduled, viewRange } from "../standings/range.ts";
import { loadRanked } from "./board-tops.ts";

/** A player whose account asks, and the calendar of their clan. */
export interface OwnPlayer extends Grace {
  clan_id: string;
  member_id: string;
  today: string;
  week_start: number;
  /** The day of their first entry; null without any. */
  first_entry: string | null;
  /** Their main board, where it was ranked already. */
  board?: StandingBoard | null;
}

export type OwnStanding = Omit<MyStanding, "answer" | "clan_name" | "today" | "warning"> & {
  today: Omit<MyStanding["today"], "ends_at">;
};

const loadKnown = createStampedCache<OwnStanding>(5_000);

/**
 * Of several clans in as many queries as of one; who was never on a roster is left out. Only those in whose clan
 * something changed are computed again.
 */
export async function loadOwnStandings(db: Db, players: OwnPlayer[]): Promise<OwnStanding[]> {
  const items = players.map((player) => ({
    ...player,
    key: player.member_id,
    day: `${player.today} ${player.week_start}`,
  }));
  const standings = await loadKnown(db, items, async (changed) => {
    const computed = await computeOwnStandings(db, changed);
    return new Map(computed.map((standing) => [standing.member_id, standing]));
  });
  return players.flatMap(({ member_id, board }) => {
    const standing = standings.get(member_id);
    return standing ? [{ ...standing, board: board === undefined ? standing.board : board }] : [];
  });
}

function computeOwnStandings(db: Db, players: OwnPlayer[]): Promise<OwnStanding[]> {
  return inSnapshot(db, async (tx) => {
    const clans = await loadBoardClans(tx, players);
    const known = players.flatMap((player) => {
      const clan = clans.get(player.clan_id);
      const member = clan?.members.find(({ id }) => id === player.member_id);
      return clan && member ? [{ ...player, clan, member }] : [];
    });
    const boards = await loadBoards(tx, known);
    const days = await loadDays(tx, known);
    return known.flatMap(({ clan_id, member_id, board = boards.get(clan_id) ?? null }, index) => {
      const own = days[index];
      return own ? [{ clan_id, member_id, board, ...own }] : [];
    });
  });
}

interface KnownPlayer extends OwnPlayer {
  clan: BoardClan;
  member: PresentMember;
}

/** By clan; of those whose main board is not ranked yet. */
async function loadBoards(db: Db, players: KnownPlayer[]): Promise<Map<string, StandingBoard>> {
  const unranked = players.filter(({ board }) => board === undefined);
  if (unranked.length === 0) return new Map();
  const boards = await findMainBoards(
    db,
    unranked.map(({ clan_id }) => clan_id),
  );
  const asked = unranked.flatMap(({ clan_id, member_id, today, week_start: weekStart, clan }) => {
    const board = boards.get(clan_id);
    return board ? [{ board, member_id, today, weekStart, withBefore: true, clan }] : [];
  });
  const ranked = await loadRanked(db, asked);
  return new Map(
    ranked.map((one, index) => {
      const { member_id = "" } = asked[index] ?? {};
      return [one.ranked.board.clan_id, { ...one.head, ...toOwnRank(one.ranked, member_id) }];
    }),
  );
}

/** All activities of the clan count, each once, whatever the board counts. */
async function loadDays(db: Db, players: KnownPlayer[]) {
  const viewed = players.map((player) => {
    const { clan_id: clanId, today, week_start, first_entry, clan, member } = player;
    const activities = clan.activities.map((activity) => ({ activity, weight: 1 }));
    const context = { clanId, today, grace: clan.grace, activities };
    const start = startOfWeek(today, week_start);
    return {
      player,
      start,
      recent: viewRange(context, [member], { from: addDays(start, -7), to: today }),
      past: viewRange(context, [member], { from: first_entry ?? today, to: addDays(today, -1) }),
    };
  });
  const cells = await loadPlayerCells(
    db,
    viewed.map(({ recent }) => recent),
  );
  const streaks = await loadStreaks(
    db,
    viewed.map(({ past }) => past),
  );
  return viewed.map(({ player, start }, index) => ({
    week: sumWeek(cells[index] ?? [], player.member, { start, today: player.today }),
    streak: streaks[index] ?? { days: 0, best: 0 },
    today: toToday(cells[index] ?? [], player),
  }));
}

function toToday(cells: MemberCell[], { today, first_entry, member, clan: { grace, activities } }: KnownPlayer) {
  const ofToday = cells.filter(({ day, is_due }) => is_due && day === today);
  const open = new Set(ofToday.flatMap(({ state, activity_id }) => (state === "missing" ? activity_id : [])));
  const isInGrace = whyNotDue(member, grace, today) === "grace";
  const isNew = !cells.some(({ is_due }) => is_due) && (isInGrace || first_entry === null);
  return {
    clan_date: today,
    due: ofToday.length,
    still_due: activities.flatMap(({ id, name, icon, color, entry_by }) =>
      open.has(id) ? [{ activity_id: id, name, icon, color, entry_by }] : [],
    ),
    away_until: findAwayEnd(member, today),
    first_due_on: isNew ? findFirstDue(member, activities, grace, today) : null,
  };
}

function sumWeek(cells: MemberCell[], member: PresentMember, { start, today }: { start: string; today: string }) {
  const days = daysOf({ from: start, to: today });
  const daysBefore = days.map((day) => addDays(day, -7));
  const pointsOn = (some: string[]) => addUp(cells.flatMap(({ day, points }) => (some.includes(day) ? points : [])));
  const counted = cells.filter(
    ({ day, is_due, state }) =>
      is_due && day >= start && state !== "excused" && !(day === today && state === "missing"),
  );
  return {
    points: pointsOn(days),
    points_before: daysBefore.some((day) => isOnRoster(member, day)) ? pointsOn(daysBefore) : null,
    days: days.map((day) => ({ day, points: pointsOn([day]) })),
    met: counted.filter(({ is_met }) => is_met).length,
    due: counted.length,
  };
}

/** Of views with one member each. */
async function loadStreaks(db: Db, views: RangeView[]): Promise<MyStanding["streak"][]> {
  const read = views.filter(({ days, activities }) => days.length > 0 && activities.length > 0);
  if (read.length === 0) return views.map(() => ({ days: 0, best: 0 }));
  const rows = await listPlayerOutcomes(
    db,
    read.map((view) => {
      const { clanId, members, from, to } = view;
      return { clanId, memberId: members[0]?.id ?? "", from, to, activities: toScheduled(view).activities };
    }),
  );
  const byPlayer = Map.groupBy(rows, ({ player_index }) => player_index);
  return views.map((view) => {
    const found = new Map((byPlayer.get(read.indexOf(view)) ?? []).map((row) => [row.day_index, row]));
    const scheduled = countScheduled(view);
    const { current, best } = findStreaks(
      view.days.map((day, index) => {
        const { met = 0, excused = 0 } = found.get(index) ?? {};
        return { day, due: (view.presence[0]?.[index] ?? 0) * (scheduled[index] ?? 0), met, excused };
      }),
    );
    return { days: current?.days ?? 0, best: best?.days ?? 0 };
  });
}

/** Absences that follow each other are one. */
function findAwayEnd({ away }: PresentMember, today: string): string | null {
  let end: string | null = null;
  for (const { starts_on, ends_on } of away) {
    if (starts_on <= (end === null ? today : addDays(end, 1)) && ends_on >= (end ?? today)) end = ends_on;
  }
  return end;
}

/** How far ahead a first due day is looked for. */
const daysAhead = 60;

function findFirstDue(member: PresentMember, activities: ActivityRow[], grace: Grace, today: string) {
  return (
    daysOf({ from: addDays(today, 1), to: addDays(today, daysAhead) }).find(
      (day) => whyNotDue(member, grace, day) === null && activities.some((activity) => isScheduled(activity, day)),
    ) ?? null
  );
}
