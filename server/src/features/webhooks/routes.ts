import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  testWebhook,
} from "@clanhall/contract/webhooks";
import type { Routes } from "../../http/route.ts";
import { listDeliveriesPage, listOf } from "./list.ts";
import { changeWebhook, connectWebhook, disconnectWebhook } from "./manage.ts";
import { postTest, type SampleDeps } from "./send-sample.ts";

export const webhookRoutes =
  (options: Omit<SampleDeps, "db">): Routes =>
  (route, db) => {
    const deps = { ...options, db };

    route(listWebhooks, ({ actor }) => listOf(db, actor.clanId));
    route(createWebhook, ({ actor, body }) => connectWebhook(deps, actor, body));
    route(patchWebhook, ({ actor, params, body }) => changeWebhook(deps, actor, params.webhookId, body));
    route(deleteWebhook, async ({ actor, params }) => {
      await disconnectWebhook(db, actor, params.webhookId);
      return {};
    });
    route(testWebhook, ({ actor, params }) => postTest(deps, actor, params.webhookId));
    route(listDeliveries, ({ actor, params, query }) => listDeliveriesPage(db, actor.clanId, params.webhookId, query));
  };
