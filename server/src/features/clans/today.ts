import { isScheduled } from "@clanhall/contract/cells";
import { type DayRule, endOfClanDay, toClanDate } from "@clanhall/contract/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import { canInClan, type ClanRole, type ClanToggles, defaultToggles } from "@clanhall/contract/permissions";
import { listSchedules, type ScheduledActivity } from "../../clan/activities.ts";
import type { Db } from "../../db/tables.ts";
import { countDueCells, type DueDay } from "../entries/index.ts";

type ClanDay = Pick<ClanCard["today"], "clan_date" | "ends_at">;

/** The clan's day as its line on every screen says it. */
export function toClanDay(rules: DayRule[], now: Date): ClanDay {
  const clanDate = toClanDate(rules, now);
  return { clan_date: clanDate, ends_at: endOfClanDay(rules, clanDate).toISOString() };
}

/** A clan on its day, for somebody in it. */
interface ClanToday {
  id: string;
  day: ClanDay;
  grace_days: number;
  member_id: string;
  role: ClanRole;
  toggles: Partial<ClanToggles>;
}

/**
 * Adds how far each clan's day is entered, in as many queries for many clans as for one. Whoever may not see the values
 * of others is told of their own cells.
 */
export async function addToday<Clan extends ClanToday>(
  db: Db,
  clans: Clan[],
): Promise<(Clan & { today: ClanCard["today"] })[]> {
  const schedules = await listSchedules(
    db,
    clans.map(({ id }) => id),
  );
  const activities = Map.groupBy(schedules, ({ clan_id }) => clan_id);
  const counts = await countDueCells(
    db,
    clans.map((clan) => ({
      ...toAskedDay(clan, activities.get(clan.id) ?? []),
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

/** Everybody's cells of the day. */
export function toAskedDay(
  { id, day, grace_days }: Pick<ClanToday, "id" | "day" | "grace_days">,
  activities: ScheduledActivity[],
): DueDay {
  const scheduled = activities.filter((activity) => isScheduled(activity, day.clan_date));
  return {
    clan_id: id,
    day: day.clan_date,
    grace_days,
    member_id: null,
    activities: scheduled.map((activity) => activity.id),
  };
}
