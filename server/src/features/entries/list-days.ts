import { isScheduled, whyNotDue } from "@clanhall/contract/cells";
import { addDays } from "@clanhall/contract/clan-day";
import type { listDays } from "@clanhall/contract/days";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { listActivities } from "../../clan/activities.ts";
import { listPresentMembers } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";
import { loadClanDays, stateOfDay } from "./day-window.ts";
import { countEntries } from "./days.queries.ts";

/** How far the entries of the last days are, today first. */
export async function loadDays(db: Db, clanId: string, count: number, now = new Date()) {
  const days = await loadClanDays(db, clanId, now);
  const dates = Array.from({ length: count }, (_, back) => addDays(days.today, -back));
  const members = await listPresentMembers(db, clanId, { from: dates.at(-1) ?? days.today, to: days.today });
  const activities = await listActivities(db, clanId);

  const asked = dates.map((day) => ({
    day,
    members: members.filter((member) => whyNotDue(member, days.graceDays, day) === null),
    activities: activities.filter((activity) => isScheduled(activity, day)),
  }));
  const due = asked.flatMap(({ day, members: players }) => players.map(({ id }) => ({ day, member_id: id })));
  const counts = await countEntries(db, clanId, dates, due);
  const entered = new Map(counts.map((row) => [`${row.day} ${row.activity_id}`, row.entered_by_due]));

  const items: AnswerOf<typeof listDays>["items"] = asked.map(({ day, ...those }) => {
    const state = stateOfDay(days, day);
    return {
      day,
      state: state === "future" ? "open" : state,
      due: those.members.length * those.activities.length,
      entered: those.activities.reduce((sum, { id }) => sum + (entered.get(`${day} ${id}`) ?? 0), 0),
    };
  });
  return { items };
}
