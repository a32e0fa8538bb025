import { type DayRange, rangeBefore, sameStretch } from "@clanhall/contract/rules/periods";
import { type Grace, isScheduled, rateOf, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { rankScores, weigh } from "@clanhall/contract/rules/ranks";
import { addUp, aggregateOf, ruleOn } from "@clanhall/contract/rules/scoring";
import { trendDays } from "@clanhall/contract/standings";
import { toNameKey } from "@clanhall/contract/text";
import { type ActivityRow, listActivities } from "../clan/activities.ts";
import { getDaySettings } from "../clan/calendar.ts";
import { listPresentMembers, type PresentMember } from "../clan/roster.ts";
import type { BoardResult } from "../db/stored-types.ts";
import type { Db } from "../db/tables.ts";
import type { ScoreboardRow } from "../features/scoreboards/queries.ts";

interface WalkedEntry {
  day: string;
  member_id: string;
  activity_id: string;
  state: "value" | "excused" | "cleared";
  value: number | null;
  points: number;
  is_met: boolean;
}

/** Everything of a clan that boards are made of: all players with a span, all activities, all entries. */
export interface WalkedClan {
  grace: Grace;
  today: string;
  players: PresentMember[];
  activities: ActivityRow[];
  /** By day, player and activity. */
  entries: Map<string, WalkedEntry>;
}

interface Cell {
  day: string;
  activity: ActivityRow;
  isDue: boolean;
  entry: WalkedEntry | undefined;
}

export async function loadWalkedClan(db: Db, clanId: string, today: string): Promise<WalkedClan> {
  const { grace_days, first_day } = await getDaySettings(db, clanId);
  const entries = await db.selectFrom("entries").selectAll().where("clan_id", "=", clanId).execute();
  return {
    grace: { grace_days, first_day },
    today,
    players: await listPresentMembers(db, clanId, { from: "1970-01-01", to: "9999-12-31" }),
    activities: await listActivities(db, clanId),
    entries: new Map(entries.map((entry) => [`${entry.day} ${entry.member_id} ${entry.activity_id}`, entry])),
  };
}

/** Who stands where, by going through every cell. */
export function walkBoard(clan: WalkedClan, board: ScoreboardRow, range: DayRange): Omit<BoardResult, "computed_at"> {
  const activities = activitiesOf(clan, board);
  const ranked = rankAll(clan, board, range);
  const before = rankAll(clan, board, rangeBefore(board.period, range));
  const rows = ranked.rows
    .filter(({ rank }) => board.top_n === null || rank <= board.top_n)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ player, score, rank, cells }) => {
      const due = cells.filter(({ isDue }) => isDue);
      return {
        member_id: player.id,
        rank,
        previous_rank: before.has_results
          ? (before.rows.find((row) => row.player.id === player.id)?.rank ?? null)
          : null,
        score,
        per_activity: activities.map((activity) => {
          const own = cells.filter((cell) => cell.activity === activity);
          return { activity_id: activity.id, value: valueOf(activity, own), points: pointsOf(clan, own) };
        }),
        days_met: due.filter(isMet).length,
        days_due: due.filter((cell) => !isExcused(cell)).length,
        trend: trendOf(clan, board, range, cells),
      };
    });
  return { range, has_results: ranked.has_results, left_out: ranked.left_out, rows };
}

function activitiesOf(clan: WalkedClan, board: ScoreboardRow): ActivityRow[] {
  return board.activities.flatMap(({ activity_id }) => clan.activities.find(({ id }) => id === activity_id) ?? []);
}

function rankAll(clan: WalkedClan, board: ScoreboardRow, range: DayRange) {
  const isGone = activitiesOf(clan, board).length === 0;
  const players = isGone ? [] : clan.players.filter((player) => isEligible(player, board, range));
  const walked = players.map((player) => ({ player, cells: cellsOf(clan, board, player, range) }));
  const scored = walked.flatMap(({ player, cells }) => {
    const dueDays = new Set(cells.filter(({ isDue }) => isDue).map(({ day }) => day)).size;
    const score = dueDays < board.min_due_days ? null : scoreOf(clan, board, player, range, cells);
    return score === null ? [] : [{ player, cells, score }];
  });
  const ranks = rankScores(
    scored.map(({ score }) => score),
    board.sort_order,
    board.ties,
  );
  return {
    has_results: walked.some(({ cells }) => cells.some(({ entry }) => entry?.state === "value")),
    left_out: walked.length - scored.length,
    rows: scored.map((row, index) => ({ ...row, rank: ranks[index] ?? 0 })),
  };
}

function isEligible(
  { id, status, groups, spans }: PresentMember,
  board: ScoreboardRow,
  { from, to }: DayRange,
): boolean {
  const { kind, ids } = board.members;
  if (!board.include_former && status !== "active") return false;
  if (kind === "groups" && !groups.some((name) => ids.map(toNameKey).includes(toNameKey(name)))) return false;
  if (kind === "chosen" && !ids.includes(id)) return false;
  return spans.some(({ starts_on, ends_on }) => starts_on <= to && (ends_on === null || ends_on >= from));
}

function cellsOf(clan: WalkedClan, board: ScoreboardRow, player: PresentMember, { from, to }: DayRange): Cell[] {
  const cells: Cell[] = [];
  for (let day = from; day <= to && day <= clan.today; day = addDays(day, 1)) {
    for (const activity of activitiesOf(clan, board)) {
      const entry = clan.entries.get(`${day} ${player.id} ${activity.id}`);
      const isDue = isScheduled(activity, day) && whyNotDue(player, clan.grace, day) === null;
      cells.push({ day, activity, isDue, entry: entry?.state === "cleared" ? undefined : entry });
    }
  }
  return cells;
}

function isMet({ entry }: Cell): boolean {
  return entry?.state === "value" && entry.is_met;
}

function isExcused({ entry }: Cell): boolean {
  return entry?.state === "excused";
}

function scoreOf(clan: WalkedClan, board: ScoreboardRow, player: PresentMember, range: DayRange, cells: Cell[]) {
  const [activity] = activitiesOf(clan, board);
  if (board.measure === "points") return weighedPoints(clan, board, cells);
  if (board.measure === "activity") return activity ? valueOf(activity, cells) : null;
  if (board.measure === "streak") return runOf(clan, cells);
  if (board.measure === "consistency") return shareOf(cells);
  const stretch = sameStretch(board.period, range, rangeBefore(board.period, range), clan.today);
  const before = weighedPoints(clan, board, cellsOf(clan, board, player, stretch));
  return addUp([weighedPoints(clan, board, cells), -before]);
}

function weighedPoints(clan: WalkedClan, board: ScoreboardRow, cells: Cell[]): number {
  return addUp(
    board.activities.map(({ activity_id, weight }) =>
      weigh(
        pointsOf(
          clan,
          cells.filter(({ activity }) => activity.id === activity_id),
        ),
        weight,
      ),
    ),
  );
}

function pointsOf({ today }: WalkedClan, cells: Cell[]): number {
  return addUp(
    cells.map(({ day, activity, entry, isDue }) => {
      if (entry) return entry.points;
      return isDue && day < today ? ruleOn(activity.rules, day).missing_points : 0;
    }),
  );
}

function valueOf({ aggregate }: ActivityRow, cells: Cell[]): number | null {
  const values = cells.flatMap(({ day, entry }) =>
    entry?.state === "value" ? [{ day, value: entry.value ?? 0 }] : [],
  );
  return aggregateOf(aggregate, values);
}

function shareOf(cells: Cell[]): number | null {
  const due = cells.filter(({ isDue }) => isDue);
  return rateOf({ due: due.length, met: due.filter(isMet).length, excused: due.filter(isExcused).length });
}

function runOf({ today }: WalkedClan, cells: Cell[]): number {
  let run = 0;
  const days = [...Map.groupBy(cells, ({ day }) => day)].toSorted(([a], [b]) => b.localeCompare(a));
  for (const [day, own] of days) {
    const counted = own.filter((cell) => cell.isDue && !isExcused(cell));
    if (counted.length === 0) continue;
    if (counted.every(isMet)) run += 1;
    else if (day < today) return run;
  }
  return run;
}

function trendOf(clan: WalkedClan, board: ScoreboardRow, { from, to }: DayRange, cells: Cell[]): (number | null)[] {
  const last = to < clan.today ? to : clan.today;
  const days = Array.from({ length: trendDays }, (_, index) => addDays(last, index - trendDays + 1));
  return days
    .filter((day) => day >= from)
    .map((day) => {
      const own = cells.filter((cell) => cell.day === day);
      if (board.measure === "activity") return own[0]?.entry?.value ?? null;
      if (board.measure === "consistency" || board.measure === "streak") return shareOf(own);
      const entered = own.filter(({ entry }) => entry);
      return weighedPoints(clan, board, entered);
    });
}
