import type { Activity } from "@clanhall/contract/activities";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { binStart, loadActivity } from "./activity-answer.ts";
import { toAudited } from "./activity-drafts.ts";
import { deleteBinnedBefore, setDeleted } from "./activity-writes.queries.ts";
import { findActiveRefusal, findNameRefusal, lockActivities, requireActivity } from "./context.ts";
import { hasEntries } from "./queries.ts";

/** Whose cells were all cleared can go too: the bin keeps it for good then, so that the versions of its cells still read. */
export function binActivity(db: Db, actor: ClanActor, activityId: string, now = new Date()): Promise<void> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const { context } = await lockActivities(tx, clanId, now);
    const row = requireActivity(context.present, activityId);
    if (await hasEntries(tx, clanId, row.id)) {
      throw new ApiError("conflict", `${row.name} has entries. Archive it instead, so that they stay.`);
    }
    await setDeleted(tx, clanId, row.id, now);
    const target = { type: "activity", id: row.id, name: row.name };
    await recordAudit(tx, actor, { action: "activity.delete", target, before: toAudited(row, context.today) });
  });
}

export function restoreFromBin(db: Db, actor: ClanActor, activityId: string, now = new Date()): Promise<Activity> {
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
export function emptyActivityBins(db: Db, now = new Date()): Promise<void> {
  return deleteBinnedBefore(db, binStart(now));
}
