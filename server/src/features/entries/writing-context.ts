import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { listPresentMembers, type PresentMember } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";
import { type ClanDays, loadClanDays } from "./day-window.ts";

/** What cells are checked against before they are written. */
export interface WritingContext extends ClanDays {
  /** Without those in the bin. */
  activities: Map<string, ActivityRow>;
  members: Map<string, PresentMember>;
}

const always = { from: "1970-01-01", to: "9999-12-31" };

/** With member ids, only these players are known to the context. */
export async function loadWritingContext(
  tx: Db,
  clanId: string,
  now: Date,
  memberIds?: string[],
): Promise<WritingContext> {
  const days = await loadClanDays(tx, clanId, now);
  const activities = await listActivities(tx, clanId);
  const members = await listPresentMembers(tx, clanId, { ...always, memberIds });
  return {
    ...days,
    activities: new Map(activities.map((activity) => [activity.id, activity])),
    members: new Map(members.map((member) => [member.id, member])),
  };
}
