import { countDays, type DayRange } from "@clanhall/contract/board-periods";
import { addDays } from "@clanhall/contract/clan-day";
import { memberDays, type PerDay, type TaskDays, taskDays } from "@clanhall/contract/due-days";
import type { PresentMember } from "../../../clan/roster.ts";
import type { BoardScene, Task } from "./context.ts";

/** The days of a range up to today, and what was asked of whom on them. */
export interface RangeView extends DayRange {
  clanId: string;
  today: string;
  /** Empty before the range begins. */
  days: string[];
  players: PresentMember[];
  /** On which days something is asked of each of the players, and for each of the activities. */
  playerDays: PerDay[];
  tasks: Task[];
  tasksDays: TaskDays[];
}

export function viewRange(scene: BoardScene, players: PresentMember[], range: DayRange): RangeView {
  const { clanId, today, graceDays, tasks } = scene;
  const to = range.to < today ? range.to : today;
  const count = Math.max(0, countDays({ from: range.from, to }));
  const days = Array.from({ length: count }, (_, passed) => addDays(range.from, passed));
  return {
    clanId,
    today,
    from: range.from,
    to,
    days,
    players,
    playerDays: players.map((player) => memberDays(player, graceDays, days, today)),
    tasks,
    tasksDays: tasks.map(({ activity }) => taskDays(activity, days, today)),
  };
}

/** The activities as statements want them: with a 1 for each day on which they are scheduled. */
export function toScheduled({ from, tasks, tasksDays }: Pick<RangeView, "from" | "tasks" | "tasksDays">) {
  return {
    since: from,
    tasks: tasks.map(({ activity, weight }, place) => ({
      id: activity.id,
      weight,
      due: tasksDays[place]?.counts.join("") ?? "",
    })),
  };
}

/** Some days of a view alone. */
export function cutView(view: RangeView, { from, to }: DayRange): RangeView {
  const [first, end] = [view.days.indexOf(from), view.days.indexOf(to) + 1];
  return {
    ...view,
    from,
    to,
    days: view.days.slice(first, end),
    playerDays: view.playerDays.map((days) => days.slice(first, end)),
    tasksDays: view.tasksDays.map(({ counts, costs }) => ({
      counts: counts.slice(first, end),
      costs: costs.slice(first, end),
    })),
  };
}

/** The players at some places alone. */
export function pickPlayers(view: RangeView, places: number[]): RangeView {
  return {
    ...view,
    players: places.flatMap((place) => view.players[place] ?? []),
    playerDays: places.flatMap((place) => view.playerDays[place] ?? []),
  };
}
