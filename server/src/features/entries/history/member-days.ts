import { rateOf } from "@clanhall/contract/rules/cells";
import { daysOf } from "@clanhall/contract/rules/clan-day";
import { addUp } from "@clanhall/contract/rules/scoring";
import type { HistorySum } from "@clanhall/contract/entry-history";
import type { ClanActor } from "../../../access/actor.ts";
import type { ActivityRow } from "../../../clan/activities.ts";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { axisOf, countDue, loadHistoryContext } from "./context.ts";
import { type DayBits, dayBitsMax, listDayBits } from "./queries.ts";
import type { SumRange } from "./summary.ts";

/** What a day comes to, without points and values. */
type DayCounts = Omit<HistorySum, "value" | "points">;

/** The due cells of a day and what became of them. */
type Counted = Pick<DayCounts, "due" | "met" | "partly" | "excused" | "missing" | "entered">;

export interface MemberDays {
  member: PresentMember;
  days: DayCounts[];
}

/** What each of a few days comes to for each active player whose values the caller may see, the earliest first. */
export async function loadMemberDays(
  db: Db,
  actor: ClanActor,
  { from, to }: SumRange,
  now: Date,
): Promise<MemberDays[]> {
  const context = await loadHistoryContext(db, actor, { from, to, include_former: "false" }, now, dayBitsMax);
  const { members, activities, days, memberDueDays, activityDueDays } = context;
  const scheduled = days.map((_, day) => activityDueDays.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0));
  const taskIndexes = toIndexes(activities);
  const rows = Map.groupBy(await listDayBits(db, context, { withValues: false }), ({ member_id }) => member_id);
  return members.map((member, index) => {
    const isDue = memberDueDays[index];
    const counted = days.map((_, day) => noCells((isDue?.[day] ?? 0) * (scheduled[day] ?? 0)));
    for (const row of rows.get(member.id) ?? []) {
      const counts = activityDueDays[taskIndexes.get(row.activity_id) ?? -1]?.counts;
      if (counts) addPair(counted, row, (day) => (isDue?.[day] ?? 0) * (counts[day] ?? 0));
    }
    return { member, days: counted.map(toCounts) };
  });
}

function toIndexes(items: { id: string }[]): Map<string, number> {
  return new Map(items.map(({ id }, index) => [id, index]));
}

/** Adds the days of a member and an activity to those of the member. */
function addPair(counted: Counted[], row: DayBits, isDueOn: (day: number) => number): void {
  const bits = [row.entered, row.met, row.partly, row.excused].map((each) => toDays(each, counted.length));
  const [entered, met, partly, excused] = bits;
  counted.forEach((cells, day) => {
    const isDue = isDueOn(day);
    const isEntered = entered?.[day] ?? 0;
    const isExcused = isDue * (excused?.[day] ?? 0);
    cells.entered += isEntered;
    cells.missing -= isDue * isEntered + isExcused;
    cells.met += isDue * (met?.[day] ?? 0);
    cells.partly += isDue * (partly?.[day] ?? 0);
    cells.excused += isExcused;
  });
}

/** What an activity comes to in a range, for one player or for all active ones. */
interface ActivityDays {
  activity: ActivityRow;
  due: number;
  met: number;
  excused: number;
  /** Of the days that count: those that were due and not excused, and those with a value all the same. */
  mean: number | null;
}

/** Activities with something due or entered in a few days, in the clan's order. */
export async function loadActivityDays(
  db: Db,
  actor: ClanActor,
  { memberId, from, to }: SumRange & { memberId: string | null },
  now: Date,
): Promise<ActivityDays[]> {
  const filter = memberId
    ? { from, to, member_id: [memberId], include_former: "true" as const }
    : { from, to, include_former: "false" as const };
  const context = await loadHistoryContext(db, actor, filter, now, dayBitsMax);
  const { members, activities, days, memberDueDays, activityDueDays } = context;
  const memberIndexes = toIndexes(members);
  const rows = Map.groupBy(await listDayBits(db, context, { withValues: true }), ({ activity_id }) => activity_id);
  const dueCells = countDue(context, axisOf(context, "activity"), axisOf(context, undefined)).cells;
  return activities.flatMap((activity, index) => {
    const due = dueCells[index] ?? 0;
    const counts = activityDueDays[index]?.counts;
    const sum = { entered: 0, enteredDue: 0, met: 0, excused: 0, values: 0 };
    for (const row of rows.get(activity.id) ?? []) {
      const isDue = memberDueDays[memberIndexes.get(row.member_id) ?? -1];
      if (!isDue || !counts) continue;
      const bits = [row.entered, row.met, row.excused].map((each) => toDays(each, days.length));
      const [entered, met, excused] = bits;
      for (let day = 0; day < days.length; day += 1) {
        const isCounted = (isDue[day] ?? 0) * (counts[day] ?? 0);
        sum.entered += entered?.[day] ?? 0;
        sum.enteredDue += isCounted * (entered?.[day] ?? 0);
        sum.met += isCounted * (met?.[day] ?? 0);
        sum.excused += isCounted * (excused?.[day] ?? 0);
      }
      sum.values = addUp([sum.values, row.value_sum ?? 0]);
    }
    if (due === 0 && sum.entered === 0) return [];
    const countedDays = due - sum.excused + sum.entered - sum.enteredDue;
    const mean = countedDays > 0 ? sum.values / countedDays : null;
    return [{ activity, due, met: sum.met, excused: sum.excused, mean }];
  });
}

/** What each day of a range comes to, over all active players whose values the caller may see. */
export async function loadDaySums(db: Db, actor: ClanActor, range: SumRange, now: Date) {
  return sumDays(await loadMemberDays(db, actor, range, now), range);
}

/** What the days of a range come to for all players together. */
export function sumDays(players: MemberDays[], range: SumRange): { day: string; sum: DayCounts }[] {
  return daysOf(range).map((day, index) => {
    const sum = noCells(0);
    for (const { days } of players) {
      const own = days[index];
      if (!own) continue;
      for (const name of counts) sum[name] += own[name];
    }
    return { day, sum: toCounts(sum) };
  });
}

const counts = ["due", "met", "partly", "excused", "missing", "entered"] as const;

function noCells(due: number): Counted {
  return { due, met: 0, partly: 0, excused: 0, missing: due, entered: 0 };
}

function toCounts(cells: Counted): DayCounts {
  const { due, met, partly, excused } = cells;
  return { ...cells, missed: due - met - partly - excused, rate: rateOf({ met, due, excused }) };
}

/** So many bits at a time: operators on bits have room for 32. */
const bitsAtOnce = 26;

/** 1 for each day whose bit is set. */
function toDays(bits: number, length: number): Uint8Array {
  const days = new Uint8Array(length);
  for (let from = 0, rest = bits; rest > 0; from += bitsAtOnce, rest = Math.floor(rest / 2 ** bitsAtOnce)) {
    const part = rest % 2 ** bitsAtOnce;
    for (let bit = 0; bit < bitsAtOnce && from + bit < length; bit += 1) days[from + bit] = (part >>> bit) & 1;
  }
  return days;
}
