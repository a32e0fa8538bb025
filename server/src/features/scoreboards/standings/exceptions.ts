import { countDays, type DayRange } from "@clanhall/contract/board-periods";
import type { Db } from "../../../db/tables.ts";
import { inBatches } from "./batches.ts";
import { type Correction, type PlayerRun, sumPlayerRuns, sumTaskRuns, type TaskRun } from "./queries.ts";
import { monthOf, type MonthPrices } from "./month-prices.ts";
import { type RangeView, toScheduled } from "./range.ts";

/** What sums of months know nothing of: entries on cells that were not due, and days that cost something else. */
export async function loadCorrections(db: Db, view: RangeView, prices: MonthPrices): Promise<Correction[]> {
  const { clanId, players, tasks, tasksDays } = view;
  const memberIds = players.map(({ id }) => id);
  const found: Correction[] = [];
  for (const runs of inBatches(listTaskRuns(view, prices), (run) => countDays(run) * players.length)) {
    found.push(...(await sumTaskRuns(db, clanId, memberIds, runs)));
  }
  const scheduled = { ...toScheduled(view), costs: tasksDays.flatMap(({ costs }) => [...costs]) };
  for (const runs of inBatches(listPlayerRuns(view), (run) => countDays(run) * tasks.length)) {
    found.push(...(await sumPlayerRuns(db, clanId, scheduled, runs)));
  }
  return found;
}

function listTaskRuns({ days, tasks, tasksDays }: RangeView, prices: MonthPrices): TaskRun[] {
  return tasks.flatMap(({ activity }, place) => {
    const schedule = tasksDays[place];
    const differs = days.map((day, passed) => {
      const isOff = schedule?.counts[passed] !== 1;
      const cost = (schedule?.costs[passed] ?? 0) - (prices.get(monthOf(day))?.[place] ?? 0);
      return isOff || cost !== 0 ? { isOff, cost } : null;
    });
    return runsOf(days, differs, (one, other) => one.isOff === other.isOff && one.cost === other.cost).map((run) => ({
      id: activity.id,
      place,
      ...run,
    }));
  });
}

function listPlayerRuns({ days, players, playerDays }: RangeView): PlayerRun[] {
  return players.flatMap(({ id }, place) => {
    const isOff = days.map((_, passed) => (playerDays[place]?.[passed] === 1 ? null : {}));
    return runsOf(days, isOff, () => true).map((run) => ({ id, place, ...run }));
  });
}

/** Days in a row that are marked alike. */
function runsOf<Mark extends object>(
  days: string[],
  marks: (Mark | null)[],
  areAlike: (one: Mark, other: Mark) => boolean,
): (Mark & DayRange)[] {
  const runs: (Mark & DayRange)[] = [];
  let open: (Mark & DayRange) | null = null;
  days.forEach((day, passed) => {
    const mark = marks[passed] ?? null;
    if (mark && open && areAlike(mark, open)) open.to = day;
    else {
      open = mark && { ...mark, from: day, to: day };
      if (open) runs.push(open);
    }
  });
  return runs;
}
