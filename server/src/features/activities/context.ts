import { activeActivitiesMax, activitiesMax } from "@clanhall/contract/activities";
import { toClanDate } from "@clanhall/contract/clan-day";
import { toNameKey } from "@clanhall/contract/text";
import { type ActivityRow, listActivities, listDeletedActivities } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { nextRevision } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { publishEntriesChanged } from "../entries/index.ts";
import { binStart } from "./activity-answer.ts";

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
    `A clan has at most ${activeActivitiesMax} active activities. Archive another one first.`,
  );
}

export function findRoomRefusal({ present, bin }: ActivityContext): ApiError | null {
  if (present.length + bin.length < activitiesMax) return null;
  return new ApiError(
    "validation_failed",
    `A clan has at most ${activitiesMax} activities, those in the archive and in the bin included.`,
  );
}
