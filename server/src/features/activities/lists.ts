import type { Activity } from "@clanhall/contract/activities";
import type { ClanActor } from "../../access/actor.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { toAudited } from "./add.ts";
import {
  binStart,
  findActiveRefusal,
  findNameRefusal,
  loadActivities,
  loadActivity,
  lockActivities,
  requireActivity,
} from "./context.ts";
import { deleteBinnedBefore, hasEntries, setDeleted, updateOrder } from "./queries.ts";

/** Orders all of them at once; somebody who does not know of all of them looks again first. */
export function setOrder(db: Db, actor: ClanActor, ids: string[]): Promise<Activity[]> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const { present } = (await lockActivities(tx, clanId, now)).context;
    const names = new Map(present.map(({ id, name }) => [id, name]));
    const wanted = new Set(ids);
    if (ids.length !== present.length || wanted.size !== ids.length || ids.some((id) => !names.has(id))) {
      throw new ApiError("conflict", "The clan's activities have changed. Check them, then sort again.", {
        current: await loadActivities(tx, actor, false, now),
      });
    }
    if (present.some(({ id }, index) => id !== ids[index])) {
      await updateOrder(tx, clanId, ids);
      await recordAudit(tx, actor, {
        action: "activity.order",
        target: { type: "clan", id: clanId },
        before: { order: present.map(({ name }) => name) },
        after: { order: ids.map((id) => names.get(id)) },
      });
    }
    return loadActivities(tx, actor, false, now);
  });
}

/** Whose cells were all cleared can go too: the bin keeps it for good then, so that the versions of its cells still read. */
export function moveToBin(db: Db, actor: ClanActor, activityId: string): Promise<void> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const { context } = await lockActivities(tx, clanId, now);
    const row = requireActivity(context.present, activityId);
    if (await hasEntries(tx, clanId, row.id)) {
      throw new ApiError("conflict", `${row.name} has values. Archive it instead, so that they stay.`);
    }
    await setDeleted(tx, clanId, row.id, now);
    const target = { type: "activity", id: row.id, name: row.name };
    await recordAudit(tx, actor, { action: "activity.delete", target, before: toAudited(row, context.today) });
  });
}

export function restoreFromBin(db: Db, actor: ClanActor, activityId: string): Promise<Activity> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const { context } = await lockActivities(tx, clanId, now);
    const row = requireActivity(context.bin, activityId);
    const refusal = findNameRefusal(context, row.name) ?? (row.is_active ? findActiveRefusal(context) : null);
    if (refusal) throw new ApiError("conflict", refusal.message, refusal.extras);
    await setDeleted(tx, clanId, row.id, null);
    const target = { type: "activity", id: row.id, name: row.name };
    await recordAudit(tx, actor, { action: "activity.restore", target });
    return loadActivity(tx, row, context.today);
  });
}

/** For all clans. */
export function emptyActivityBins(db: Db, now = currentTime()): Promise<void> {
  return deleteBinnedBefore(db, binStart(now));
}
