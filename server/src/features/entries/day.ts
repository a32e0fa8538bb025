import {
  type DayState,
  dayStateOf,
  type Grace,
  isScheduled,
  type Schedule,
  whyNotDue,
} from "@clanhall/contract/rules/cells";
import { addDays, type DayRule, endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { NothingDue } from "@clanhall/contract/clans";
import type { Day, DayActivity, DayMember, listDays } from "@clanhall/contract/days";
import { whyNoActivity } from "@clanhall/contract/rules/due-days";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { Entry } from "@clanhall/contract/entries";
import { canInClan } from "@clanhall/contract/permissions";
import { ruleOn } from "@clanhall/contract/rules/scoring";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import { getRevision } from "../../clan/lock.ts";
import { listPresentMembers, type PresentMember } from "../../clan/roster.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { etagOf } from "../../http/documents.ts";
import { eachInTurns } from "../../http/in-turns.ts";
import { countNotDue, type DueDay } from "./due.queries.ts";
import { countEntries, type EntryRow, findNames, listEntriesOfDay, listReopenedDays } from "./queries.ts";

/** A day with its etag; the cells are read only if they are needed. */
interface DayPage {
  etag: string;
  loadCells: (since?: number) => Promise<Day>;
}

/** How many days ahead can be read. */
const furthestAhead = 366;

/** The revision is read before the cells: what is saved in between comes again with the next request, and is never lost. */
export async function loadDay(db: Db, actor: ClanActor, day: string): Promise<DayPage> {
  const now = currentTime();
  const { clanId, memberId } = actor;
  const revision = await getRevision(db, clanId);
  const days = await loadClanDays(db, clanId, now);
  if (day > addDays(days.today, furthestAhead)) throw notFound("Day");
  const present = await listPresentMembers(db, clanId, { from: day, to: day });
  const members = present.map((member) => toDayMember(member, actor, days, day));
  const due = members.filter(({ not_due }) => not_due === null).map(({ id }) => ({ day, member_id: id }));
  const counts = await countEntries(db, clanId, [day], due);
  const entered = new Map(counts.map((count) => [count.activity_id, count.entered_by_due]));
  const schedules = await listActivities(db, clanId);
  const activities = schedules
    .map((activity) => toDayActivity(activity, day))
    .filter(({ id, due: isDue }) => isDue || entered.has(id));
  const dueActivities = activities.filter((activity) => activity.due);
  const { grace_days, first_day } = days;
  const asked = { clan_id: clanId, day, grace_days, first_day, activities: [], member_id: null, schedules };
  const isNothingDue = dueActivities.length * due.length === 0;
  const head = {
    window: toWindow(days, actor, day),
    revision,
    activities,
    members,
    due: dueActivities.length * due.length,
    entered: dueActivities.reduce((sum, { id }) => sum + (entered.get(id) ?? 0), 0),
    nothing_due: isNothingDue ? ((await loadNothingDue(db, [asked])).get(clanId) ?? null) : null,
  };
  const seesAll = canInClan(actor.role, "values.view", actor.toggles);
  const memberIds = members.map(({ id }) => id).filter((id) => seesAll || id === memberId);
  return {
    etag: etagOf(JSON.stringify({ ...head, memberIds })),
    async loadCells(since) {
      const rows = await listEntriesOfDay(db, clanId, day, { memberIds, since });
      return { ...head, cells: await toEntries(db, clanId, rows) };
    },
  };
}

/** Why nothing is due on a day of each clan, for those on which nothing is. */
export async function loadNothingDue(
  db: Db,
  days: (DueDay & { schedules: Schedule[] })[],
): Promise<Map<string, NothingDue>> {
  if (days.length === 0) return new Map();
  const counts = new Map((await countNotDue(db, days)).map(({ clan_id, ...count }) => [clan_id, count]));
  const nobody = { players: 0, first_days: 0, away: 0, due_from: null };
  return new Map(
    days.map(({ clan_id, day, schedules }) => [
      clan_id,
      { activities: whyNoActivity(schedules, day), ...(counts.get(clan_id) ?? nobody) },
    ]),
  );
}

function toDayMember(member: PresentMember, actor: ClanActor, grace: Grace, day: string): DayMember {
  const { id, name, tint, groups } = member;
  const reason = whyNotDue(member, grace, day);
  const away =
    reason === "away" ? member.away.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on) : null;
  return {
    id,
    name,
    tint,
    groups,
    is_me: id === actor.memberId,
    not_due: reason === "off_roster" ? null : reason,
    away_until: away?.ends_on ?? null,
  };
}

function toDayActivity(activity: ActivityRow, day: string): DayActivity {
  const { id, name, short_label, description, category, icon, color } = activity;
  const { value_type, unit, aggregate, min_value, max_value, entry_by } = activity;
  const labels = { name, short_label, description, category, icon, color };
  const values = { value_type, unit, aggregate, min_value, max_value, entry_by };
  return { id, ...labels, ...values, rule: ruleOn(activity.rules, day), due: isScheduled(activity, day) };
}

/** How far the entries of the last days are, today first. */
export async function loadDays(db: Db, clanId: string, count: number) {
  const now = currentTime();
  const days = await loadClanDays(db, clanId, now);
  const dates = Array.from({ length: count }, (_, back) => addDays(days.today, -back));
  const members = await listPresentMembers(db, clanId, { from: dates.at(-1) ?? days.today, to: days.today });
  const activities = await listActivities(db, clanId);

  const dueOn = dates.map((day) => ({
    day,
    members: members.filter((member) => whyNotDue(member, days, day) === null),
    activities: activities.filter((activity) => isScheduled(activity, day)),
  }));
  const due = dueOn.flatMap(({ day, members: dueMembers }) => dueMembers.map(({ id }) => ({ day, member_id: id })));
  const counts = await countEntries(db, clanId, dates, due);
  const entered = new Map(counts.map((row) => [`${row.day} ${row.activity_id}`, row.entered_by_due]));

  const items: AnswerOf<typeof listDays>["items"] = dueOn.map(({ day, ...those }) => {
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

/** When the clan's days begin, end and lock, as of now. */
export interface ClanDays extends Grace {
  rules: DayRule[];
  today: string;
  lateDays: number;
  /** By day, until when a locked one may be written again. */
  reopened: Map<string, Date>;
  /** An archived clan is there to be read. */
  isReadOnly: boolean;
}

export async function loadClanDays(db: Db, clanId: string, now: Date): Promise<ClanDays> {
  const rules = await listDayRules(db, clanId);
  const { late_days, grace_days, first_day, archived_at, deletes_at } = await getDaySettings(db, clanId);
  const reopened = await listReopenedDays(db, clanId, now);
  return {
    rules,
    today: toClanDate(rules, now),
    lateDays: late_days,
    grace_days,
    first_day,
    reopened: new Map(reopened.map(({ day, until }) => [day, until])),
    isReadOnly: (archived_at ?? deletes_at) !== null,
  };
}

export function stateOfDay({ today, lateDays, reopened }: ClanDays, day: string): DayState {
  return dayStateOf(day, today, lateDays, reopened.has(day));
}

/** A day as it is for somebody: whether it is open, until when, and what they may do. */
export function toWindow(days: ClanDays, { role, toggles }: ClanActor, day: string): Day["window"] {
  const reopenedUntil = days.reopened.get(day) ?? null;
  const state = stateOfDay(days, day);
  const isLocked = state === "locked";
  const canWrite =
    !days.isReadOnly && state !== "future" && canInClan(role, isLocked ? "entry.write_locked" : "entry.write", toggles);
  return {
    day,
    today: days.today,
    ends_at: endOfClanDay(days.rules, day).toISOString(),
    state,
    locks_at: state === "open" || state === "late" ? toLock(days, day, reopenedUntil).toISOString() : null,
    locked_at: isLocked ? toLock(days, day, reopenedUntil).toISOString() : null,
    reopened_until: reopenedUntil?.toISOString() ?? null,
    can_write: canWrite,
    needs_reason: canWrite && isLocked,
  };
}

/** A day locks when the last day of its late window ends, or later if it was opened again. */
export function toLock({ rules, lateDays }: ClanDays, day: string, reopenedUntil: Date | null): Date {
  const windowEnds = endOfClanDay(rules, addDays(day, lateDays));
  return reopenedUntil !== null && reopenedUntil > windowEnds ? reopenedUntil : windowEnds;
}

export async function toEntries(db: Db, clanId: string, rows: EntryRow[]): Promise<Entry[]> {
  if (rows.length === 0) return [];
  const writers = rows.map(({ entered_by }) => entered_by);
  const names = await findNames(db, clanId, writers);
  const entries: Entry[] = [];
  await eachInTurns(rows, (row) => {
    entries.push({
      member_id: row.member_id,
      activity_id: row.activity_id,
      day: row.day,
      state: row.state,
      value: row.value,
      points: row.points,
      late: row.late,
      version: row.version,
      entered_by: row.entered_by,
      entered_by_name: names.get(row.entered_by) ?? "",
      entered_at: row.entered_at.toISOString(),
      source: row.source,
    });
  });
  return entries;
}
