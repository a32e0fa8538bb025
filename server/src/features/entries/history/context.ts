import { addDays, startOfWeek, toClanDate, weekdayOf } from "@clanhall/contract/clan-day";
import { memberDays, type PerDay, type TaskDays, taskDays } from "@clanhall/contract/due-days";
import { historyDaysMax, type historyFilter, type HistoryKey } from "@clanhall/contract/entry-history";
import { canInClan } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../../clan/activities.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { listPresentMembers, type PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { invalidField } from "../../../errors.ts";
import { type CellRange, findCalendarOf, type SumKey } from "./queries.ts";

type HistoryFilter = z.output<z.ZodObject<typeof historyFilter>>;

/** What somebody looks at and may see: the cells of these players and activities in this range. */
export interface HistoryView extends CellRange {
  days: string[];
  weekStart: number;
  players: PresentMember[];
  /** On which days something is asked of each of the players, and for each of the activities. */
  playerDays: PerDay[];
  tasks: ActivityRow[];
  tasksDays: TaskDays[];
  /** Missing cells were entered by nobody, from nowhere. */
  mayHaveMissing: boolean;
}

export async function loadView(
  db: Db,
  actor: ClanActor,
  filter: HistoryFilter,
  now = new Date(),
): Promise<HistoryView> {
  const { from, to } = filter;
  const days = listDays(from, to);
  const { clanId } = actor;
  const { week_start, grace_days } = await findCalendarOf(db, clanId);
  const today = toClanDate(await listDayRules(db, clanId), now);
  const memberIds = visibleOf(actor, orAll(filter.member_id));
  const players = await listPlayers(db, clanId, filter, memberIds);
  const chosen = orAll(filter.activity_id);
  const tasks = (await listActivities(db, clanId)).filter(({ id }) => !chosen || chosen.includes(id));
  const wanted = {
    states: orAll(filter.states),
    enteredBy: orAll(filter.entered_by),
    sources: orAll(filter.source),
  };
  const playerDays = players.map((player) => memberDays(player, grace_days, days, today));
  const tasksDays = tasks.map((task) => taskDays(task, days, today));
  return {
    clanId,
    from,
    to,
    since: from,
    days,
    weekStart: week_start,
    players,
    playerDays,
    tasks,
    tasksDays,
    memberIds,
    members: players.map(({ id }, place) => ({ id, due: playerDays[place]?.join("") ?? "" })),
    activities: tasks.map(({ id }, place) => ({ id, due: tasksDays[place]?.counts.join("") ?? "" })),
    costs: tasksDays.flatMap(({ costs }) => [...costs]),
    wanted,
    mayHaveMissing: !wanted.enteredBy && !wanted.sources,
  };
}

/** Players by name. Everybody who was ever on the roster: an entry stays theirs, whatever became of their days. */
async function listPlayers(db: Db, clanId: string, filter: HistoryFilter, memberIds: string[] | undefined) {
  const players = await listPresentMembers(db, clanId, { from: "1970-01-01", to: "9999-12-31", memberIds });
  const groups = orAll(filter.group)?.map(toNameKey);
  return players.filter(
    (player) =>
      (filter.include_former === "true" || player.status === "active") &&
      (!groups || player.groups.some((name) => groups.includes(toNameKey(name)))),
  );
}

/** Whoever may not see the values of others finds their own alone. */
function visibleOf(actor: ClanActor, asked: string[] | undefined): string[] | undefined {
  if (canInClan(actor.role, "values.view", actor.toggles)) return asked;
  return !asked || asked.includes(actor.memberId) ? [actor.memberId] : [];
}

/** An empty list in an address is one that nobody chose from. */
function orAll<Item>(list: Item[] | undefined): Item[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

function listDays(from: string, to: string): string[] {
  if (from > to) throw invalidField("to", "The range ends before it begins.");
  const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (count > historyDaysMax) throw invalidField("to", `Choose at most ${historyDaysMax} days.`);
  return Array.from({ length: count }, (_, passed) => addDays(from, passed));
}

/** The rows or the columns of a table of sums. */
export interface Axis {
  sumKey: SumKey;
  items: { key: string; label: string }[];
}

/** Without a key, everything is one. */
export function axisOf(view: HistoryView, key: HistoryKey | undefined): Axis {
  const { days, weekStart } = view;
  if (key === "member") return { sumKey: key, items: view.players.map(toItem) };
  if (key === "activity") return { sumKey: key, items: view.tasks.map(toItem) };
  const periods = days.map((day) => periodOf(key, day, weekStart));
  const keys = [...new Set(periods)];
  // Weekdays have an order of their own, whatever day the range begins on.
  if (key === "weekday") keys.sort((a, b) => daysInto(a, weekStart) - daysInto(b, weekStart));
  const places = new Map(keys.map((period, place) => [period, place]));
  return {
    sumKey: periods.map((period) => places.get(period) ?? 0),
    items: keys.map((period) => ({ key: period, label: labelOf(key, period) })),
  };
}

type PeriodKey = Exclude<HistoryKey, "member" | "activity"> | undefined;

function periodOf(key: PeriodKey, day: string, weekStart: number): string {
  if (key === "day") return day;
  if (key === "week") return startOfWeek(day, weekStart);
  if (key === "month") return day.slice(0, 7);
  return key === "weekday" ? String(weekdayOf(day)) : "all";
}

const words = (parts: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" });
  return (day: string) => format.format(new Date(day)).replace(",", "");
};

const dayWords = words({ weekday: "short", day: "numeric", month: "short" });

const weekWords = words({ day: "numeric", month: "short", year: "numeric" });

const monthWords = words({ month: "long", year: "numeric" });

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function labelOf(key: PeriodKey, period: string): string {
  if (key === "day") return dayWords(period);
  if (key === "week") return `Week of ${weekWords(period)}`;
  if (key === "month") return monthWords(`${period}-01`);
  return weekdays[Number(period) - 1] ?? "All";
}

function daysInto(weekday: string, weekStart: number): number {
  return (Number(weekday) - weekStart + 7) % 7;
}

function toItem({ id, name }: { id: string; name: string }) {
  return { key: id, label: name };
}

/** Due cells of each row and column, one after the other, and what they cost when every one is missing. */
interface DueCounts {
  cells: Float64Array;
  costs: Float64Array;
}

/**
 * Counts from what is asked of whom, without looking at entries. Players, or activities, that the table does not tell
 * apart are added up first, so that only a table of players by activities goes through all cells.
 */
export function countDue({ days, playerDays, tasksDays }: HistoryView, rows: Axis, columns: Axis): DueCounts {
  const distinguishes = (key: SumKey) => rows.sumKey === key || columns.sumKey === key;
  const players = distinguishes("member") ? playerDays : [addUpDays(playerDays, days.length)];
  const tasks = distinguishes("activity") ? tasksDays : [addUpTasks(tasksDays, days.length)];
  const size = rows.items.length * columns.items.length;
  const due: DueCounts = { cells: new Float64Array(size), costs: new Float64Array(size) };
  players.forEach((present, member) => {
    tasks.forEach(({ counts, costs }, activity) => {
      for (let day = 0; day < days.length; day += 1) {
        const count = present[day] ?? 0;
        if (count === 0) continue;
        const row = placeIn(rows, member, activity, day);
        const at = row * columns.items.length + placeIn(columns, member, activity, day);
        due.cells[at] = (due.cells[at] ?? 0) + count * (counts[day] ?? 0);
        due.costs[at] = (due.costs[at] ?? 0) + count * (costs[day] ?? 0);
      }
    });
  });
  return due;
}

function placeIn({ sumKey }: Axis, member: number, activity: number, day: number): number {
  if (sumKey === "member") return member;
  if (sumKey === "activity") return activity;
  return sumKey[day] ?? 0;
}

function addUpTasks(tasks: TaskDays[], length: number): TaskDays {
  return {
    counts: addUpDays(
      tasks.map(({ counts }) => counts),
      length,
    ),
    costs: addUpDays(
      tasks.map(({ costs }) => costs),
      length,
    ),
  };
}

function addUpDays(lines: PerDay[], length: number): PerDay {
  const sum = new Int32Array(length);
  for (const line of lines) line.forEach((amount, day) => (sum[day] = (sum[day] ?? 0) + amount));
  return sum;
}
