import { addDays, toClanDate } from "@clanhall/contract/clan-day";
import { memberDays, type PerDay, type TaskDays, taskDays } from "@clanhall/contract/due-days";
import { historyDaysMax, type historyFilter } from "@clanhall/contract/entry-history";
import { canInClan } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../../clan/activities.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { listPresentMembers, type PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { invalidField } from "../../../errors.ts";
import type { CellRange } from "./cells.queries.ts";
import { findCalendarOf } from "./view.queries.ts";

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
