import type { PerDay, TaskDays } from "@clanhall/contract/due-days";
import type { HistoryView } from "./context.ts";
import type { Axis } from "./history-axis.ts";
import type { SumKey } from "./sums.queries.ts";

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
  const tellsApart = (key: SumKey) => rows.sumKey === key || columns.sumKey === key;
  const players = tellsApart("member") ? playerDays : [addUpDays(playerDays, days.length)];
  const tasks = tellsApart("activity") ? tasksDays : [addUpTasks(tasksDays, days.length)];
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
