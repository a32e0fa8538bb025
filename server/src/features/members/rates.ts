import { isScheduled, type Presence, rateOf, whyNotDue } from "@clanhall/contract/cells";
import { addDays } from "@clanhall/contract/clan-day";
import type { Member } from "@clanhall/contract/members";
import { listSchedules } from "../../clan/activities.ts";
import { getDaySettings } from "../../clan/calendar.ts";
import { listPresentMembers } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";
import { countRates } from "../entries/index.ts";

type Rates = Pick<Member, "rate_7" | "rate_30">;

const longest = 30;
const shortest = 7;

/**
 * What players met of what was asked of them in the 7 and the 30 clan days before today. Today is not over, so it says
 * nothing yet. Whoever was not on the roster in that time has no rate.
 */
export async function loadRates(
  db: Db,
  clanId: string,
  today: string,
  memberIds: string[],
): Promise<Map<string, Rates>> {
  const days = Array.from({ length: longest }, (_, n) => addDays(today, n - longest));
  const [from, to, lately] = [addDays(today, -longest), addDays(today, -1), longest - shortest];
  const { grace_days } = await getDaySettings(db, clanId);
  const activities = await listSchedules(db, [clanId]);
  const members = await listPresentMembers(db, clanId, { from, to, memberIds });

  const scheduled = activities.map((activity) => ({
    id: activity.id,
    days: markDays(days, (day) => isScheduled(activity, day)),
  }));
  const due = members.map((member) => ({ id: member.id, days: markDueDays(days, member, grace_days) }));
  const asked = days.map((_, n) => scheduled.filter((activity) => activity.days & (1 << n)).length);
  const rows = await countRates(db, clanId, { from, to, lately }, scheduled, due);
  const counts = new Map(rows.map((row) => [row.member_id, row]));
  return new Map(
    due.map((member) => {
      const { met = 0, excused = 0, met_lately = 0, excused_lately = 0 } = counts.get(member.id) ?? {};
      const rate_30 = rateOf({ met, excused, due: countDue(asked, member.days, 0) });
      const rate_7 = rateOf({
        met: met_lately,
        excused: excused_lately,
        due: countDue(asked, member.days, lately),
      });
      return [member.id, { rate_7, rate_30 }];
    }),
  );
}

/** One bit a day, the earliest first. */
function markDays(days: string[], isMarked: (day: string) => boolean): number {
  return days.reduce((marks, day, n) => (isMarked(day) ? marks | (1 << n) : marks), 0);
}

/** Most players are there all the time, which is seen at once. */
function markDueDays(days: string[], presence: Presence, graceDays: number): number {
  const { spans, away } = presence;
  const [first = "", only] = [days[0], spans.length === 1 ? spans[0] : undefined];
  const isAlwaysDue = only?.ends_on === null && away.length === 0 && addDays(only.starts_on, graceDays) <= first;
  if (isAlwaysDue) return markDays(days, () => true);
  return markDays(days, (day) => whyNotDue(presence, graceDays, day) === null);
}

/** Due cells from the nth day on. */
function countDue(asked: number[], dueDays: number, first: number): number {
  return asked.reduce((sum, cells, n) => (n >= first && dueDays & (1 << n) ? sum + cells : sum), 0);
}
