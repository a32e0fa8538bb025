import type { DayRange } from "@clanhall/contract/rules/periods";
import type { Grace } from "@clanhall/contract/rules/cells";
import { toNameKey } from "@clanhall/contract/text";
import { type ActivityRow, listActivitiesOfClans } from "../../../clan/activities.ts";
import { getDaySettings } from "../../../clan/calendar.ts";
import { listRosters, type PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";

/** One of the board's activities. */
export interface WeightedActivity {
  activity: ActivityRow;
  weight: number;
}

/** What standings are computed from, whatever the range. */
export interface StandingsContext {
  board: ScoreboardRow;
  clanId: string;
  today: string;
  grace: Grace;
  /** In the board's order, without deleted ones. */
  activities: WeightedActivity[];
  /** Everyone the settings include, by name, on the roster at any time. */
  candidates: PresentMember[];
}

/** What all boards of a clan are computed from. */
export interface BoardClan {
  grace: Grace;
  activities: ActivityRow[];
  /** Everyone who was ever on the roster, by name. */
  members: PresentMember[];
}

export async function loadBoardClan(db: Db, clanId: string): Promise<BoardClan> {
  const { grace_days, first_day } = await getDaySettings(db, clanId);
  const clans = await loadBoardClans(db, [{ clan_id: clanId, grace_days, first_day }]);
  return clans.get(clanId) ?? { grace: { grace_days, first_day }, activities: [], members: [] };
}

/** In as many queries for many clans as for one. */
export async function loadBoardClans(db: Db, clans: ({ clan_id: string } & Grace)[]): Promise<Map<string, BoardClan>> {
  const ids = clans.map(({ clan_id }) => clan_id);
  const activities = Map.groupBy(await listActivitiesOfClans(db, ids), ({ clan_id }) => clan_id);
  const members = await listRosters(db, ids);
  return new Map(
    clans.map(({ clan_id, grace_days, first_day }) => [
      clan_id,
      {
        grace: { grace_days, first_day },
        activities: activities.get(clan_id) ?? [],
        members: members.get(clan_id) ?? [],
      },
    ]),
  );
}

export async function loadStandingsContext(db: Db, board: ScoreboardRow, today: string): Promise<StandingsContext> {
  return toStandingsContext(board, today, await loadBoardClan(db, board.clan_id));
}

/** With a clan that is read already, for several boards. */
export function toStandingsContext(board: ScoreboardRow, today: string, clan: BoardClan): StandingsContext {
  const clanId = board.clan_id;
  const { grace, members, ...read } = clan;
  const known = new Map(read.activities.map((activity) => [activity.id, activity]));
  const activities = board.activities.flatMap(({ activity_id, weight }) => {
    const activity = known.get(activity_id);
    return activity ? [{ activity, weight }] : [];
  });
  const candidates = members.filter((member) => isIncluded(member, board));
  return { board, clanId, today, grace, activities, candidates };
}

function isIncluded({ id, status, groups }: PresentMember, { members, include_former }: ScoreboardRow): boolean {
  if (!include_former && status !== "active") return false;
  if (members.kind === "chosen") return members.ids.includes(id);
  if (members.kind !== "groups") return true;
  const included = new Set(members.ids.map(toNameKey));
  return groups.some((name) => included.has(toNameKey(name)));
}

/** Candidates who were on the roster at some time in the range. */
export function membersIn({ candidates }: StandingsContext, { from, to }: DayRange): PresentMember[] {
  return candidates.filter(({ spans }) =>
    spans.some(({ starts_on, ends_on }) => starts_on <= to && (ends_on === null || ends_on >= from)),
  );
}

/** Month sums and single entries have to match: what is saved in between must not be in one of them alone. */
export function inSnapshot<Result>(db: Db, read: (tx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}
