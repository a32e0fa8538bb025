import { activeActivitiesMax, activitiesMax, type Activity, activityBinDays } from "@clanhall/contract/activities";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { FieldProblem } from "@clanhall/contract/errors";
import { canInClan } from "@clanhall/contract/permissions";
import { ruleOn, type ValueType } from "@clanhall/contract/rules/scoring";
import { toNameKey } from "@clanhall/contract/text";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities, listDeletedActivities } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { nextRevision } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { publishEntriesChanged } from "../entries/index.ts";
import { countEntries } from "./queries.ts";

/** The clan's activities as somebody who changes them finds them. */
export interface ActivityContext {
  clanId: string;
  today: string;
  now: Date;
  present: ActivityRow[];
  bin: ActivityRow[];
}

/**
 * Waits for whoever else changes activities or saves entries, so that what is checked still holds when it is written.
 * Those who follow the clan read its days anew afterwards.
 */
export async function lockActivities(
  tx: Tx,
  clanId: string,
  now: Date,
): Promise<{ context: ActivityContext; revision: number }> {
  const revision = await nextRevision(tx, clanId);
  await publishEntriesChanged(tx, clanId, [], revision);
  return { context: await loadActivityContext(tx, clanId, now), revision };
}

export async function loadActivityContext(db: Db, clanId: string, now: Date): Promise<ActivityContext> {
  return {
    clanId,
    today: toClanDate(await listDayRules(db, clanId), now),
    now,
    present: await listActivities(db, clanId),
    bin: await listDeletedActivities(db, clanId, binStart(now)),
  };
}

export function requireActivity(rows: ActivityRow[], activityId: string): ActivityRow {
  const row = rows.find(({ id }) => id === activityId);
  if (!row) throw notFound("Activity");
  return row;
}

export function findNameRefusal({ present }: ActivityContext, name: string, ownId?: string): ApiError | null {
  const key = toNameKey(name);
  const namesake = present.find(({ id, name_key }) => name_key === key && id !== ownId);
  if (!namesake) return null;
  const message = `There is already an activity called ${namesake.name}.`;
  return new ApiError("conflict", message, { details: [{ path: "name", message }] });
}

/** Room for one more that is active. */
export function findActiveRefusal({ present }: ActivityContext): ApiError | null {
  if (present.filter(({ is_active }) => is_active).length < activeActivitiesMax) return null;
  return new ApiError(
    "validation_failed",
    `A clan can have at most ${activeActivitiesMax} active activities. Archive another one first.`,
  );
}

export function findRoomRefusal({ present, bin }: ActivityContext): ApiError | null {
  if (present.length + bin.length < activitiesMax) return null;
  return new ApiError(
    "validation_failed",
    `A clan can have at most ${activitiesMax} activities, those in the archive and in the bin included.`,
  );
}

const amounts = ["min_value", "max_value", "daily_cap", "daily_target", "weekly_target"] as const;

type Amount = (typeof amounts)[number];

type Limited = Record<Amount, number | null> & {
  value_type: ValueType;
  start_date: string | null;
  end_date: string | null;
};

/** The first of an activity's limits that does not go with the others. */
export function findLimitProblem(activity: Limited): FieldProblem | null {
  const { value_type, min_value, max_value, start_date, end_date } = activity;
  if (start_date !== null && end_date !== null && end_date < start_date) {
    return { path: "end_date", message: "The end is before the start." };
  }
  for (const path of amounts) {
    const amount = activity[path];
    const message = amount === null ? null : findAmountProblem(value_type, path, amount);
    if (message) return { path, message };
  }
  if (max_value === null || max_value >= (min_value ?? 0)) return null;
  const message =
    min_value === null ? "Values begin at 0 unless there is a minimum." : "The maximum is below the minimum.";
  return { path: "max_value", message };
}

function findAmountProblem(valueType: ValueType, path: Amount, amount: number): string | null {
  if (valueType === "decimal") return null;
  if (!Number.isInteger(amount)) return valueType === "duration" ? "Enter whole minutes." : "Enter a whole number.";
  if (valueType === "whole") return null;
  if (amount < 0) return "Enter 0 or more.";
  if (valueType === "duration") return null;
  if (path === "weekly_target") return amount > 7 ? "A week has seven days." : null;
  return amount > 1 ? "Yes counts as 1: enter at most 1." : null;
}

/** In their order; those in the bin come after the others, for managers who ask for them. */
export async function loadActivities(
  db: Db,
  { clanId, role }: ClanActor,
  withBin = false,
  now = currentTime(),
): Promise<Activity[]> {
  if (withBin && !canInClan(role, "clan.manage")) {
    throw new ApiError("forbidden", "Only owners and maintainers see the bin");
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
