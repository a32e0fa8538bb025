import { type Grace, isScheduled } from "@clanhall/contract/rules/cells";
import { addDays, type DayRule, endOfClanDay, startOfWeek, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import { canInClan, type ClanRole, type ClanToggles, defaultToggles } from "@clanhall/contract/permissions";
import { ruleOn } from "@clanhall/contract/rules/scoring";
import { listSchedules, type ScheduledActivity } from "../../clan/activities.ts";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { countDueCells, type DueDay, listBelowTarget, listMissing, loadNothingDue } from "../entries/index.ts";
import { type ClanRow, countInvites, countMembers, getClanEnd, listExpiringBoards } from "./queries.ts";

/** Players and boards that the overview names; the others are in the grid and in the list. */
const mostNamed = 8;
/** How long before its end a link is listed. */
const soonDays = 7;
const nothingToDo = {
  missing_today: { count: 0, players: [] },
  below_weekly: { count: 0, players: [] },
  expiring_boards: { count: 0, boards: [] },
};

export async function loadOverview(db: Db, clanId: string) {
  const now = currentTime();
  const day = toClanDay(await listDayRules(db, clanId), now);
  const counts = { members: await countMembers(db, clanId, day.clan_date), invites: await countInvites(db, clanId) };
  if (!isOpen(await getClanEnd(db, clanId)))
    return { ...counts, today: { ...day, due: 0, entered: 0 }, ...nothingToDo };
  const { week_start, ...grace } = await getDaySettings(db, clanId);
  const activities = await listSchedules(db, [clanId]);
  const asked = toDueDay({ id: clanId, day, ...grace }, activities);
  const [cells] = await countDueCells(db, [asked]);
  const { due = 0, entered = 0 } = cells ?? {};
  const reasons = due > 0 ? null : await loadNothingDue(db, [{ ...asked, schedules: activities }]);
  return {
    ...counts,
    today: { ...day, due, entered, nothing_due: reasons?.get(clanId) ?? null },
    missing_today: await findMissing(db, asked),
    below_weekly: await findBelowWeekly(db, asked, activities, startOfWeek(day.clan_date, week_start)),
    expiring_boards: await findExpiringBoards(db, clanId, now),
  };
}

async function findExpiringBoards(db: Db, clanId: string, now: Date) {
  const rows = await listExpiringBoards(db, clanId, now, new Date(now.getTime() + soonDays * 86_400_000));
  const boards = rows.slice(0, mostNamed).map(({ id, title, expires_at }) => ({
    scoreboard_id: id,
    title,
    expires_at: expires_at.toISOString(),
  }));
  return { count: rows.length, boards };
}

async function findMissing(db: Db, asked: DueDay) {
  const rows = await listMissing(db, [asked], mostNamed);
  return {
    count: rows[0]?.count ?? 0,
    players: rows.map(({ member_id, name, missing }) => ({ member_id, name, missing })),
  };
}

/** Members with something due today who are below a target of this week. */
async function findBelowWeekly(db: Db, asked: DueDay, activities: ScheduledActivity[], weekStart: string) {
  const week = Array.from({ length: 7 }, (_, n) => addDays(weekStart, n));
  const targets = activities.flatMap((activity) => {
    const { weekly_target } = ruleOn(activity.rules, asked.day);
    const isAsked = weekly_target !== null && week.some((day) => isScheduled(activity, day));
    return isAsked ? [{ activity_id: activity.id, aggregate: activity.aggregate, target: weekly_target }] : [];
  });
  const rows = targets.length === 0 ? [] : await listBelowTarget(db, asked, weekStart, targets, mostNamed);
  const byId = new Map(activities.map((activity) => [activity.id, activity]));
  const players = rows.flatMap(({ member_id, name, activity_id, value, target }) => {
    const activity = byId.get(activity_id);
    return activity ? [{ member_id, name, activity: activity.name, ...toKind(activity), value, target }] : [];
  });
  return { count: rows[0]?.count ?? 0, players };
}

/** Days done are counted in days, whatever is entered on each. */
function toKind({ aggregate, unit, value_type }: ScheduledActivity) {
  return aggregate === "days_done" ? { unit: "", value_type: "yes_no" as const } : { unit, value_type };
}

export type ClanDay = Pick<ClanCard["today"], "clan_date" | "ends_at">;

/** The clan day as every screen shows it. */
export function toClanDay(rules: DayRule[], now: Date): ClanDay {
  const clanDate = toClanDate(rules, now);
  return { clan_date: clanDate, ends_at: endOfClanDay(rules, clanDate).toISOString() };
}

type ClanEnd = Pick<ClanRow, "archived_at" | "deletes_at">;

/** Whether anything can be entered or decided in a clan. */
export function isOpen({ archived_at, deletes_at }: ClanEnd): boolean {
  return archived_at === null && deletes_at === null;
}

/** A clan on its day, for somebody in it. */
interface ClanToday extends Grace, ClanEnd {
  id: string;
  day: ClanDay;
  member_id: string;
  role: ClanRole;
  toggles: Partial<ClanToggles>;
}

/**
 * Adds how far each clan's day is entered, in as many queries for many clans as for one. Who may not see the values
 * of others gets their own cells. Nothing counts in a clan that can only be read.
 */
export async function addToday<Clan extends ClanToday>(
  db: Db,
  clans: Clan[],
): Promise<(Clan & { today: ClanCard["today"] })[]> {
  const open = clans.filter(isOpen);
  const schedules = await listSchedules(
    db,
    open.map(({ id }) => id),
  );
  const activities = Map.groupBy(schedules, ({ clan_id }) => clan_id);
  const counts = await countDueCells(
    db,
    open.map((clan) => ({
      ...toDueDay(clan, activities.get(clan.id) ?? []),
      member_id: seesAll(clan) ? null : clan.member_id,
    })),
  );
  const byClan = new Map(counts.map((count) => [count.clan_id, count]));
  return clans.map((clan) => {
    const { due = 0, entered = 0 } = byClan.get(clan.id) ?? {};
    return { ...clan, today: { ...clan.day, due, entered } };
  });
}

function seesAll({ role, toggles }: ClanToday): boolean {
  return canInClan(role, "values.view", { ...defaultToggles, ...toggles });
}

/** The due cells of all members. */
function toDueDay(
  { id, day, grace_days, first_day }: Pick<ClanToday, "id" | "day" | keyof Grace>,
  activities: ScheduledActivity[],
): DueDay {
  const scheduled = activities.filter((activity) => isScheduled(activity, day.clan_date));
  return {
    clan_id: id,
    day: day.clan_date,
    grace_days,
    first_day,
    member_id: null,
    activities: scheduled.map((activity) => activity.id),
  };
}
