import { type Activity, activityBinDays } from "@clanhall/contract/activities";
import { toClanDate } from "@clanhall/contract/clan-day";
import { canInClan } from "@clanhall/contract/permissions";
import { ruleOn } from "@clanhall/contract/scoring";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities, listDeletedActivities } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { countEntries } from "./queries.ts";

/** In their order; those in the bin come after the others, for managers who ask for them. */
export async function loadActivities(
  db: Db,
  { clanId, role }: ClanActor,
  withBin = false,
  now = new Date(),
): Promise<Activity[]> {
  if (withBin && !canInClan(role, "clan.manage")) {
    throw new ApiError("forbidden", "Only those who manage the clan see its bin");
  }
  const today = toClanDate(await listDayRules(db, clanId), now);
  const rows = await listActivities(db, clanId);
  const binned = withBin ? await listDeletedActivities(db, clanId, binStart(now)) : [];
  const counts = await countEntries(db, clanId);
  return [...rows, ...binned].map((row) => toActivity(row, today, counts.get(row.id)));
}

export async function loadActivity(tx: Db, row: ActivityRow, today: string): Promise<Activity> {
  const rows = await listActivities(tx, row.clan_id);
  const counts = await countEntries(tx, row.clan_id);
  return toActivity(rows.find(({ id }) => id === row.id) ?? row, today, counts.get(row.id));
}

export function toActivity(row: ActivityRow, today: string, entryCount = 0): Activity {
  const { name_key: _key, pauses: _pauses, created_at: _created, updated_at: _updated, ...rest } = row;
  const { is_public, is_active, deleted_at, ...details } = rest;
  const { effective_from: _from, ...scoring } = ruleOn(row.rules, today);
  return {
    ...details,
    ...scoring,
    public: is_public,
    active: is_active,
    entry_count: entryCount,
    deleted_at: deleted_at?.toISOString() ?? null,
  };
}

/** What came into the bin before has left it. */
export function binStart(now: Date): Date {
  return new Date(now.getTime() - activityBinDays * 86_400_000);
}
