import { type BoardPeriod, rangeOf } from "@clanhall/contract/board-periods";
import type { scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import type { z } from "zod";
import type { ListedBoard } from "./queries.ts";

/** What somebody chose for a board. */
export type BoardSettings = Omit<z.output<typeof scoreboardDraft>, "period"> & { period: BoardPeriod };

export function toSettings(row: ListedBoard): BoardSettings {
  return {
    title: row.title,
    description: row.description,
    measure: row.measure,
    activities: row.activities,
    period: row.period,
    members: row.members,
    include_former: row.include_former,
    min_due_days: row.min_due_days,
    top_n: row.top_n,
    ties: row.ties,
    order: row.sort_order,
    name_display: row.name_display,
    columns: row.columns,
  };
}

export function toColumns({ order, activities, period, members, columns, ...plain }: BoardSettings) {
  return {
    ...plain,
    sort_order: order,
    activities: JSON.stringify(activities),
    period: JSON.stringify(period),
    members: JSON.stringify(members),
    columns: JSON.stringify(columns),
  };
}

/** First day of the week or month that runs; other periods have no turn. */
export function findRunningFrom(period: BoardPeriod, today: string, weekStart: number): string | null {
  const hasTurn = period.kind === "weekly" || period.kind === "monthly";
  return hasTurn ? rangeOf(period, today, weekStart).from : null;
}

/** Players that the log names one by one. */
const mostPlayers = 100;

/** Settings as the log keeps them, for people to read. */
export function toAudited(
  { activities, members, ...settings }: BoardSettings,
  choices: { id: string; name: string }[],
) {
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  return {
    ...settings,
    activities: activities.map(({ activity_id, weight }) => {
      const name = names.get(activity_id) ?? activity_id;
      return weight === 1 ? name : `${name} × ${weight}`;
    }),
    members: toAuditedMembers(members),
  };
}

function toAuditedMembers({ kind, ids }: BoardSettings["members"]) {
  if (kind === "active") return "active players";
  if (kind === "groups") return { groups: ids };
  return { players: ids.length > mostPlayers ? ids.length : ids };
}
