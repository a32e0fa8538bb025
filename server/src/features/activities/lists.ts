import type { Activity } from "@clanhall/contract/activities";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { loadActivities } from "./activity-answer.ts";
import { updateOrder } from "./activity-writes.queries.ts";
import { lockActivities } from "./context.ts";

/** Orders all of them at once; somebody who does not know of all of them looks again first. */
export function setOrder(db: Db, actor: ClanActor, ids: string[], now = new Date()): Promise<Activity[]> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const { present } = (await lockActivities(tx, clanId, now)).context;
    const names = new Map(present.map(({ id, name }) => [id, name]));
    const wanted = new Set(ids);
    if (ids.length !== present.length || wanted.size !== ids.length || ids.some((id) => !names.has(id))) {
      throw new ApiError("conflict", "The clan's activities changed in the meantime. Look at them again, then sort.", {
        current: await loadActivities(tx, actor, false, now),
      });
    }
    if (present.some(({ id }, place) => id !== ids[place])) {
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
