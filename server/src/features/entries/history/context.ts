import { createDateText } from "@clanhall/contract/rules/locale";
import { countDays, daysOf, startOfWeek, toClanDate, weekdayOf, weekdays } from "@clanhall/contract/rules/clan-day";
import { memberDays, type PerDay, type TaskDays, taskDays } from "@clanhall/contract/rules/due-days";
import { historyDaysMax, type historyFilter, type HistoryKey } from "@clanhall/contract/entry-history";
import { canInClan } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../../clan/activities.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { listPresentMembers, type PresentMember } from "../../../clan/roster.ts";
import { currentTime } from "../../../db/clock.ts";
import type { Db } from "../../../db/tables.ts";
import { invalidField } from "../../../errors.ts";
import { type CellRange, getCalendarOf, type SumKey } from "./queries.ts";

type HistoryFilter = z.output<z.ZodObject<typeof historyFilter>>;

/** What somebody asked for and may see: the cells of these members and activities in this range. */
export interface HistoryContext extends CellRange {
  days: string[];
  weekStart: number;
  members: PresentMember[];
  activities: ActivityRow[];
  /** The days on which each of the members and activities is due. */
  memberDueDays: PerDay[];
  activityDueDays: TaskDays[];
  /** Not with a filter by writer or source: a missing cell has neither. */
  mayHaveMissing: boolean;
}

export async function loadHistoryContext(
  db: Db,
  actor: ClanActor,
  filter: HistoryFilter,
  now = currentTime(),
  daysMax = historyDaysMax,
): Promise<HistoryContext> {
  const { from, to } = filter;
  const days = toDays({ from, to }, daysMax);
  const { clanId } = actor;
  const { week_start, ...grace } = await getCalendarOf(db, clanId);
  const today = toClanDate(await listDayRules(db, clanId), now);
  const memberIds = visibleOf(actor, orAll(filter.member_id));
  const members = await listMembers(db, clanId, filter, memberIds);
  const chosen = orAll(filter.activity_id);
  const activities = (await listActivities(db, clanId)).filter(({ id }) => !chosen || chosen.includes(id));
  const wanted = {
    states: orAll(filter.states),
    enteredBy: orAll(filter.entered_by),
    sources: orAll(filter.source),
  };
  const memberDueDays = members.map((member) => memberDays(member, grace, days, today));
  const activityDueDays = activities.map((activity) => taskDays(activity, days, today));
  return {
    clanId,
    from,
    to,
    since: from,
    days,
    weekStart: week_start,
    members,
    activities,
    memberDueDays,
    activityDueDays,
    memberIds,
    dueMembers: members.map(({ id }, index) => ({ id, due: memberDueDays[index]?.join("") ?? "" })),
    dueActivities: activities.map(({ id }, index) => ({ id, due: activityDueDays[index]?.counts.join("") ?? "" })),
    costs: activityDueDays.flatMap(({ costs }) => [...costs]),
    wanted,
    mayHaveMissing: !wanted.enteredBy && !wanted.sources,
  };
}

/** By name, everybody who was ever on the roster: their entries stay, even if their days on the roster changed. */
async function listMembers(db: Db, clanId: string, filter: HistoryFilter, memberIds: string[] | undefined) {
  const members = await listPresentMembers(db, clanId, { from: "1970-01-01", to: "9999-12-31", memberIds });
  const groups = orAll(filter.group)?.map(toNameKey);
  return members.filter(
    (member) =>
      (filter.include_former === "true" || member.status === "active") &&
      (!groups || member.groups.some((name) => groups.includes(toNameKey(name)))),
  );
}

/** Who may not see the values of others gets only their own. */
function visibleOf(actor: ClanActor, asked: string[] | undefined): string[] | undefined {
  if (canInClan(actor.role, "values.view", actor.toggles)) return asked;
  return !asked || asked.includes(actor.memberId) ? [actor.memberId] : [];
}

/** An empty list in a URL means all. */
function orAll<Item>(list: Item[] | undefined): Item[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

function toDays(range: Pick<HistoryFilter, "from" | "to">, daysMax: number): string[] {
  if (range.from > range.to) throw invalidField("to", "The range ends before it begins.");
  if (countDays(range) > daysMax) throw invalidField("to", `Choose at most ${daysMax} days.`);
  return daysOf(range);
}

/** The rows or the columns of a table of sums. */
export interface Axis {
  sumKey: SumKey;
  items: { key: string; label: string }[];
}

/** Without a key, everything is in one item. */
export function axisOf(context: HistoryContext, key: HistoryKey | undefined): Axis {
  const { days, weekStart } = context;
  if (key === "member") return { sumKey: key, items: context.members.map(toItem) };
  if (key === "activity") return { sumKey: key, items: context.activities.map(toItem) };
  const periods = days.map((day) => periodOf(key, day, weekStart));
  const keys = [...new Set(periods)];
  // Weekdays are in the order of the clan week, whatever day the range begins on.
  if (key === "weekday") keys.sort((a, b) => daysInto(a, weekStart) - daysInto(b, weekStart));
  const indexes = new Map(keys.map((period, index) => [period, index]));
  return {
    sumKey: periods.map((period) => indexes.get(period) ?? 0),
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

const toWeekdayText = createDateText({ weekday: "short", day: "numeric", month: "short" });
const formatDay = (day: string) => toWeekdayText(day).replace(",", "");
const formatWeek = createDateText({ day: "numeric", month: "short", year: "numeric" });
const formatMonth = createDateText({ month: "long", year: "numeric" });

function labelOf(key: PeriodKey, period: string): string {
  if (key === "day") return formatDay(period);
  if (key === "week") return `Week of ${formatWeek(period)}`;
  if (key === "month") return formatMonth(`${period}-01`);
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
 * Counts the due cells without reading entries. Members, or activities, that the table does not tell apart are added up
 * first, so that only a table of members by activities goes through all cells.
 */
export function countDue(
  { days, memberDueDays, activityDueDays }: HistoryContext,
  rows: Axis,
  columns: Axis,
): DueCounts {
  const distinguishes = (key: SumKey) => rows.sumKey === key || columns.sumKey === key;
  const members = distinguishes("member") ? memberDueDays : [addUpDays(memberDueDays, days.length)];
  const activities = distinguishes("activity") ? activityDueDays : [addUpActivities(activityDueDays, days.length)];
  const size = rows.items.length * columns.items.length;
  const due: DueCounts = { cells: new Float64Array(size), costs: new Float64Array(size) };
  members.forEach((present, member) => {
    activities.forEach(({ counts, costs }, activity) => {
      for (let day = 0; day < days.length; day += 1) {
        const count = present[day] ?? 0;
        if (count === 0) continue;
        const row = indexIn(rows, member, activity, day);
        const at = row * columns.items.length + indexIn(columns, member, activity, day);
        due.cells[at] = (due.cells[at] ?? 0) + count * (counts[day] ?? 0);
        due.costs[at] = (due.costs[at] ?? 0) + count * (costs[day] ?? 0);
      }
    });
  });
  return due;
}

function indexIn({ sumKey }: Axis, member: number, activity: number, day: number): number {
  if (sumKey === "member") return member;
  if (sumKey === "activity") return activity;
  return sumKey[day] ?? 0;
}

function addUpActivities(activities: TaskDays[], length: number): TaskDays {
  return {
    counts: addUpDays(
      activities.map(({ counts }) => counts),
      length,
    ),
    costs: addUpDays(
      activities.map(({ costs }) => costs),
      length,
    ),
  };
}

function addUpDays(lines: PerDay[], length: number): PerDay {
  const sum = new Int32Array(length);
  for (const line of lines) line.forEach((amount, day) => (sum[day] = (sum[day] ?? 0) + amount));
  return sum;
}
