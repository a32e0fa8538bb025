import { activeActivitiesMax, activitiesMax } from "@clanhall/contract/activities";
import { toClanDate } from "@clanhall/contract/clan-day";
import { toNameKey } from "@clanhall/contract/text";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { publish } from "../../events/publish.ts";
import { listDayRules } from "../clans/clan-days.queries.ts";
import { takeRevision } from "../entries/revisions.queries.ts";
import { type ActivityRow, listActivityRows, listBinRows } from "./activities.queries.ts";
import { binStart } from "./activity-answer.ts";

/** The clan's activities as somebody who changes them finds them. */
export interface Scene {
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
export async function enterActivities(tx: Tx, clanId: string, now: Date): Promise<{ scene: Scene; revision: number }> {
  const revision = await takeRevision(tx, clanId);
  await publish(tx, { topic: `clan/${clanId}`, name: "entries", data: { days: [], revision } });
  return { scene: await loadScene(tx, clanId, now), revision };
}

export async function loadScene(db: Db, clanId: string, now: Date): Promise<Scene> {
  return {
    clanId,
    today: toClanDate(await listDayRules(db, clanId), now),
    now,
    present: await listActivityRows(db, clanId),
    bin: await listBinRows(db, clanId, binStart(now)),
  };
}

export function requireActivity(rows: ActivityRow[], activityId: string): ActivityRow {
  const row = rows.find(({ id }) => id === activityId);
  if (!row) throw notFound("Activity");
  return row;
}

export function findNameRefusal({ present }: Scene, name: string, ownId?: string): ApiError | null {
  const key = toNameKey(name);
  const namesake = present.find(({ id, name_key }) => name_key === key && id !== ownId);
  if (!namesake) return null;
  const message = `There is already an activity called ${namesake.name}.`;
  return new ApiError("conflict", message, { details: [{ path: "name", message }] });
}

/** Room for one more that is active. */
export function findActiveRefusal({ present }: Scene): ApiError | null {
  if (present.filter(({ is_active }) => is_active).length < activeActivitiesMax) return null;
  return new ApiError(
    "validation_failed",
    `A clan has at most ${activeActivitiesMax} active activities. Archive another one first.`,
  );
}

export function findRoomRefusal({ present, bin }: Scene): ApiError | null {
  if (present.length + bin.length < activitiesMax) return null;
  return new ApiError(
    "validation_failed",
    `A clan has at most ${activitiesMax} activities, those in the archive and in the bin included.`,
  );
}
