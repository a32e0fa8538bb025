import type { MyStanding, StandingBoard } from "@clanhall/contract/my-standing";
import { findStreaks, type Grace, isOnRoster, isScheduled, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays, startOfWeek } from "@clanhall/contract/rules/clan-day";
import { countDays } from "@clanhall/contract/rules/periods";
import { addUp } from "@clanhall/contract/rules/scoring";
import type { ActivityRow } from "../../../clan/activities.ts";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { findMainBoards, type ScoreboardRow } from "../queries.ts";
import { toOwnRank } from "../standings/compute.ts";
import { type BoardClan, inSnapshot, loadBoardClans } from "../standings/context.ts";
import { loadMemberCells, type MemberCell } from "../standings/explain.ts";
import { listMemberDays } from "../standings/queries.ts";
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

/** Of several clans by one reading; who was never on a roster is left out. */
export function loadOwnStandings(db: Db, players: OwnPlayer[]): Promise<OwnStanding[]> {
  return inSnapshot(db, async (tx) => {
    const unranked = players.filter(({ board }) => board === undefined).map(({ clan_id }) => clan_id);
    const boards = unranked.length > 0 ? await findMainBoards(tx, unranked) : new Map<string, ScoreboardRow>();
    const clans = await loadBoardClans(tx, players);
    const standings: OwnStanding[] = [];
    for (const player of players) {
      const { clan_id, member_id } = player;
      const clan = clans.get(clan_id);
      const member = clan?.members.find(({ id }) => id === member_id);
      if (!clan || !member) continue;
      const board = player.board === undefined ? await loadBoard(tx, boards.get(clan_id), player, clan) : player.board;
      standings.push({ clan_id, member_id, board, ...(await loadDays(tx, player, member, clan)) });
    }
    return standings;
  });
}

async function loadBoard(db: Db, board: ScoreboardRow | undefined, player: OwnPlayer, clan: BoardClan) {
  if (!board) return null;
  const { today, week_start: weekStart, member_id } = player;
  const { head, ranked } = await loadRanked(db, board, { today, weekStart, withBefore: true, clan });
  return { ...head, ...toOwnRank(ranked, member_id) };
}

/** All activities of the clan count, each once, whatever the board counts. */
async function loadDays(db: Db, player: OwnPlayer, member: PresentMember, { grace, activities }: BoardClan) {
  const { clan_id: clanId, today, week_start, first_entry } = player;
  const context = { clanId, today, grace, activities: activities.map((activity) => ({ activity, weight: 1 })) };
  const start = startOfWeek(today, week_start);
  const cells = await loadMemberCells(db, viewRange(context, [member], { from: addDays(start, -7), to: today }));
  const streak = await loadStreak(
    db,
    viewRange(context, [member], { from: first_entry ?? today, to: addDays(today, -1) }),
  );
  const ofToday = cells.filter(({ day, is_due }) => is_due && day === today);
  const open = new Set(ofToday.flatMap(({ state, activity_id }) => (state === "missing" ? activity_id : [])));
  const isInGrace = whyNotDue(member, grace, today) === "grace";
  const isNew = !cells.some(({ is_due }) => is_due) && (isInGrace || first_entry === null);
  return {
    week: sumWeek(cells, member, { start, today }),
    streak,
    today: {
      clan_date: today,
      due: ofToday.length,
      still_due: activities.flatMap(({ id, name, icon, color }) =>
        open.has(id) ? [{ activity_id: id, name, icon, color }] : [],
      ),
      away_until: findAwayEnd(member, today),
      first_due_on: isNew ? findFirstDue(member, activities, grace, today) : null,
    },
  };
}

function sumWeek(cells: MemberCell[], member: PresentMember, { start, today }: { start: string; today: string }) {
  const days = daysFrom(start, today);
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

/** Of the one member of a view. */
async function loadStreak(db: Db, view: RangeView): Promise<MyStanding["streak"]> {
  const { clanId, members, activities, days, presence, from, to } = view;
  if (days.length === 0 || activities.length === 0) return { days: 0, best: 0 };
  const memberIds = members.map(({ id }) => id);
  const rows = await listMemberDays(db, clanId, { ...toScheduled(view), from, to, memberIds, wanted: "outcome" });
  const found = new Map(rows.map((row) => [row.day_index, row]));
  const scheduled = countScheduled(view);
  const { current, best } = findStreaks(
    days.map((day, index) => {
      const { met = 0, excused = 0 } = found.get(index) ?? {};
      return { day, due: (presence[0]?.[index] ?? 0) * (scheduled[index] ?? 0), met, excused };
    }),
  );
  return { days: current?.days ?? 0, best: best?.days ?? 0 };
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
    daysFrom(addDays(today, 1), addDays(today, daysAhead)).find(
      (day) => whyNotDue(member, grace, day) === null && activities.some((activity) => isScheduled(activity, day)),
    ) ?? null
  );
}

function daysFrom(from: string, to: string): string[] {
  return Array.from({ length: countDays({ from, to }) }, (_, index) => addDays(from, index));
}
