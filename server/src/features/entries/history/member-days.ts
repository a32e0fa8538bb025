import { rateOf } from "@clanhall/contract/rules/cells";
import { addDays } from "@clanhall/contract/rules/clan-day";
import type { HistorySum } from "@clanhall/contract/entry-history";
import type { ClanActor } from "../../../access/actor.ts";
import type { PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { loadHistoryContext } from "./context.ts";
import { dayBitsMax, listDayBits } from "./queries.ts";
import type { SumRange } from "./summary.ts";

/** What a day comes to, without points and values. */
export type DayCounts = Omit<HistorySum, "value" | "points">;

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
  const isScheduled = new Map(activities.map(({ id }, index) => [id, activityDueDays[index]?.counts]));
  const scheduled = days.map((_, day) => activityDueDays.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0));
  const rows = Map.groupBy(await listDayBits(db, context), ({ member_id }) => member_id);
  return members.map((member, index) => {
    const isDue = memberDueDays[index];
    const counted = days.map((_, day) => noCells((isDue?.[day] ?? 0) * (scheduled[day] ?? 0)));
    for (const { activity_id, entered, met, partly, excused } of rows.get(member.id) ?? []) {
      const counts = isScheduled.get(activity_id);
      if (!counts) continue;
      const add = (bits: number, count: (cells: Counted) => void, isDueOnly = true) =>
        eachBit(bits, (day) => {
          const cells = counted[day];
          if (cells && (!isDueOnly || (isDue?.[day] === 1 && counts[day] === 1))) count(cells);
        });
      add(entered, (cells) => (cells.entered += 1), false);
      add(entered, (cells) => (cells.missing -= 1));
      add(met, (cells) => (cells.met += 1));
      add(partly, (cells) => (cells.partly += 1));
      add(excused, (cells) => {
        cells.missing -= 1;
        cells.excused += 1;
      });
    }
    return { member, days: counted.map(toCounts) };
  });
}

/** What each day of a range comes to, over all active players whose values the caller may see. */
export async function loadDaySums(db: Db, actor: ClanActor, range: SumRange, now: Date) {
  return sumDays(await loadMemberDays(db, actor, range, now), range);
}

/** What the days of a range come to for all players together. */
export function sumDays(players: MemberDays[], { from, to }: SumRange): { day: string; sum: DayCounts }[] {
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return Array.from({ length }, (_, index) => {
    const sum = noCells(0);
    for (const { days } of players) {
      const own = days[index];
      if (!own) continue;
      for (const name of counts) sum[name] += own[name];
    }
    return { day: addDays(from, index), sum: toCounts(sum) };
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

function eachBit(bits: number, visit: (index: number) => void): void {
  for (let index = 0, rest = bits; rest > 0; index += 1, rest = Math.floor(rest / 2)) if (rest % 2 === 1) visit(index);
}
