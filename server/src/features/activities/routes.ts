import {
  createActivity,
  deleteActivity,
  listActivities,
  orderActivities,
  patchActivity,
  rescoreActivity,
  restoreActivity,
} from "@clanhall/contract/activities";
import { applyTemplate, copyActivities, exportActivities, importActivities } from "@clanhall/contract/activity-sets";
import type { Routes } from "../../http/route.ts";
import { addTemplate, copyFromClan, createActivityOf, exportSet, importSet } from "./add.ts";
import { changeActivity } from "./change.ts";
import { loadActivities } from "./context.ts";
import { moveToBin, restoreFromBin, setOrder } from "./lists.ts";
import { rescore } from "./rescore.ts";

export const activityRoutes: Routes = (route, db) => {
  route(listActivities, async ({ actor, query }) => ({
    items: await loadActivities(db, actor, query.deleted === "true"),
  }));
  route(createActivity, ({ actor, body }) => createActivityOf(db, actor, body));
  route(patchActivity, ({ actor, params, body }) => changeActivity(db, actor, params.activityId, body));
  route(deleteActivity, async ({ actor, params }) => {
    await moveToBin(db, actor, params.activityId);
    return {};
  });
  route(restoreActivity, ({ actor, params }) => restoreFromBin(db, actor, params.activityId));
  route(orderActivities, async ({ actor, body }) => ({ items: await setOrder(db, actor, body.ids) }));
  route(rescoreActivity, ({ actor, params, body }) => rescore(db, actor, params.activityId, body));

  route(copyActivities, ({ actor, body }) => copyFromClan(db, actor, body));
  route(applyTemplate, ({ actor, body }) => addTemplate(db, actor, body));
  route(importActivities, ({ actor, body }) => importSet(db, actor, body));
  route(exportActivities, async ({ actor, reply }) => {
    const set = await exportSet(db, actor);
    reply
      .header("cache-control", "no-store")
      .header("content-disposition", 'attachment; filename="clanhall-activities.json"')
      .type("application/json");
    void reply.send(JSON.stringify(set, null, 2));
  });
};
