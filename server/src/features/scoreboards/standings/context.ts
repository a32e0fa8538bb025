import type { DayRange } from "@clanhall/contract/rules/periods";
import type { Grace } from "@clanhall/contract/rules/cells";
import { toNameKey } from "@clanhall/contract/text";
import { type ActivityRow, listActivities } from "../../../clan/activities.ts";
import { getDaySettings } from "../../../clan/calendar.ts";
import { listPresentMembers, type PresentMember } from "../../../clan/roster.ts";
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

export async function loadStandingsContext(db: Db, board: ScoreboardRow, today: string): Promise<StandingsContext> {
  const clanId = board.clan_id;
  const { grace_days, first_day } = await getDaySettings(db, clanId);
  const known = new Map((await listActivities(db, clanId)).map((activity) => [activity.id, activity]));
  const activities = board.activities.flatMap(({ activity_id, weight }) => {
    const activity = known.get(activity_id);
    return activity ? [{ activity, weight }] : [];
  });
  const memberIds = board.members.kind === "chosen" ? board.members.ids : undefined;
  const everyone = await listPresentMembers(db, clanId, { from: "1970-01-01", to: "9999-12-31", memberIds });
  const candidates = everyone.filter((member) => isIncluded(member, board));
  return { board, clanId, today, grace: { grace_days, first_day }, activities, candidates };
}

function isIncluded({ status, groups }: PresentMember, { members, include_former }: ScoreboardRow): boolean {
  if (!include_former && status !== "active") return false;
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
