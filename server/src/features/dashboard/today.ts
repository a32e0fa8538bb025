import { compareNames } from "@clanhall/contract/rules/locale";
import { type Grace, isScheduled } from "@clanhall/contract/rules/cells";
import { endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import { type ClanToday, firstSteps } from "@clanhall/contract/dashboard";
import { listSchedules } from "../../clan/activities.ts";
import { listDayRulesOfClans } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { countDueCells, listMissing, loadNothingDue } from "../entries/index.ts";
import { listClansManagedBy, listFirstSteps } from "./queries.ts";

/** Players that the dashboard names; the others are in the grid. */
const mostNamed = 5;

/** In as many queries for many clans as for one. */
export async function loadMyToday(db: Db, userId: string): Promise<ClanToday[]> {
  const now = currentTime();
  const clans = await listClansManagedBy(db, userId);
  if (clans.length === 0) return [];
  const days = await loadDays(db, clans, now);
  const owned = clans.filter(({ role, first_steps_hidden }) => role === "owner" && !first_steps_hidden);
  const steps = await loadSteps(db, userId, owned);
  return clans
    .toSorted((a, b) => compareNames(a.name, b.name) || a.id.localeCompare(b.id))
    .flatMap(({ id, name }) => {
      const day = days.get(id);
      // Without a day it was deleted between the reads.
      return day ? [{ clan_id: id, clan_name: name, ...day, steps: steps.get(id) ?? null }] : [];
    });
}

type Day = Omit<ClanToday, "clan_id" | "clan_name" | "steps">;

async function loadDays(db: Db, clans: ({ id: string } & Grace)[], now: Date): Promise<Map<string, Day>> {
  const ids = clans.map(({ id }) => id);
  const rules = Map.groupBy(await listDayRulesOfClans(db, ids), ({ clan_id }) => clan_id);
  const schedules = Map.groupBy(await listSchedules(db, ids), ({ clan_id }) => clan_id);
  const asked = clans.flatMap(({ id, grace_days, first_day }) => {
    const ofClan = rules.get(id);
    if (!ofClan) return [];
    const day = toClanDate(ofClan, now);
    const due = (schedules.get(id) ?? []).filter((activity) => isScheduled(activity, day));
    const activities = due.map((activity) => activity.id);
    const ends_at = endOfClanDay(ofClan, day);
    return [{ clan_id: id, day, ends_at, grace_days, first_day, activities, member_id: null }];
  });
  const missing = Map.groupBy(await listMissing(db, asked, mostNamed), ({ clan_id }) => clan_id);
  // Where somebody is missing, the same query has counted.
  const others = asked.filter(({ clan_id }) => !missing.has(clan_id));
  const counted = others.length > 0 ? await countDueCells(db, others) : [];
  const counts = new Map([...[...missing.values()].flat(), ...counted].map((count) => [count.clan_id, count]));
  const empty = asked.filter(({ clan_id }) => (counts.get(clan_id)?.due ?? 0) === 0);
  const reasons = await loadNothingDue(
    db,
    empty.map((one) => ({ ...one, schedules: schedules.get(one.clan_id) ?? [] })),
  );
  return new Map(
    asked.map(({ clan_id, day, ends_at }) => {
      const { due = 0, entered = 0 } = counts.get(clan_id) ?? {};
      const players = missing.get(clan_id) ?? [];
      const named = { count: players[0]?.count ?? 0, names: players.map(({ name }) => name) };
      const nothing_due = reasons.get(clan_id) ?? null;
      return [clan_id, { clan_date: day, ends_at: ends_at.toISOString(), due, entered, nothing_due, missing: named }];
    }),
  );
}

/** For the clans with open steps. The clan day is set when the clan is created. */
export async function loadSteps(db: Db, userId: string, clans: { id: string }[]) {
  if (clans.length === 0) return new Map<string, null>();
  const rows = await listFirstSteps(
    db,
    userId,
    clans.map(({ id }) => id),
  );
  return new Map(
    rows
      .map(({ clan_id, ...done }) => [clan_id, { day: true, ...done }] as const)
      .filter(([, steps]) => firstSteps.some((step) => !steps[step])),
  );
}
