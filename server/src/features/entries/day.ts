import { createHash } from "node:crypto";
import { isScheduled, whyNotDue } from "@clanhall/contract/cells";
import { addDays } from "@clanhall/contract/clan-day";
import type { Day, DayActivity, DayMember } from "@clanhall/contract/days";
import { canInClan } from "@clanhall/contract/permissions";
import { ruleOn } from "@clanhall/contract/scoring";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { getRevision } from "../../clan/lock.ts";
import { listPresentMembers, type PresentMember } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { loadClanDays, toWindow } from "./day-window.ts";
import { countEntries, listEntriesOfDay } from "./days.queries.ts";
import { toEntries } from "./entry-answer.ts";

/** A day and what tells it from all others, without its cells, which are read only when they are wanted. */
interface DayPage {
  etag: string;
  loadCells: (since?: number) => Promise<Day>;
}

/** Days ahead that can be looked at. */
const furthestAhead = 366;

/** The revision is read before the cells: what is saved in between comes again with the next look, and never not at all. */
export async function loadDay(db: Db, actor: ClanActor, day: string, now = new Date()): Promise<DayPage> {
  const { clanId, memberId } = actor;
  const revision = await getRevision(db, clanId);
  const days = await loadClanDays(db, clanId, now);
  if (day > addDays(days.today, furthestAhead)) throw notFound("Day");
  const present = await listPresentMembers(db, clanId, { from: day, to: day });
  const members = present.map((member) => toDayMember(member, actor, days.graceDays, day));
  const due = members.filter(({ not_due }) => not_due === null).map(({ id }) => ({ day, member_id: id }));
  const counts = await countEntries(db, clanId, [day], due);
  const entered = new Map(counts.map((count) => [count.activity_id, count.entered_by_due]));
  const activities = (await listActivities(db, clanId))
    .map((activity) => toDayActivity(activity, day))
    .filter(({ id, due: isDue }) => isDue || entered.has(id));
  const asked = activities.filter((activity) => activity.due);
  const head = {
    window: toWindow(days, actor, day),
    revision,
    activities,
    members,
    due: asked.length * due.length,
    entered: asked.reduce((sum, { id }) => sum + (entered.get(id) ?? 0), 0),
  };
  const seesAll = canInClan(actor.role, "values.view", actor.toggles);
  const memberIds = members.map(({ id }) => id).filter((id) => seesAll || id === memberId);
  return {
    etag: toEtag({ ...head, memberIds }),
    async loadCells(since) {
      const rows = await listEntriesOfDay(db, clanId, day, { memberIds, since });
      return { ...head, cells: await toEntries(db, clanId, rows) };
    },
  };
}

function toDayMember(member: PresentMember, actor: ClanActor, graceDays: number, day: string): DayMember {
  const { id, name, tint, groups } = member;
  const reason = whyNotDue(member, graceDays, day);
  return { id, name, tint, groups, is_me: id === actor.memberId, not_due: reason === "off_roster" ? null : reason };
}

function toDayActivity(activity: ActivityRow, day: string): DayActivity {
  const { id, name, short_label, description, category, icon, color } = activity;
  const { value_type, unit, aggregate, min_value, max_value, entry_by } = activity;
  const look = { name, short_label, description, category, icon, color };
  const values = { value_type, unit, aggregate, min_value, max_value, entry_by };
  return { id, ...look, ...values, rule: ruleOn(activity.rules, day), due: isScheduled(activity, day) };
}

function toEtag(head: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(head)).digest("base64url").slice(0, 22)}"`;
}
