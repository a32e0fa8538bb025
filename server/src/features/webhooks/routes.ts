import {
  createWebhook,
  deleteWebhook,
  type Delivery,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  testWebhook,
  type WebhookEvent,
} from "@clanhall/contract/webhooks";
import { currentTime } from "../../db/clock.ts";
import type { Routes } from "../../http/route.ts";
import { listDeliveriesPage, loadWebhooks, toDeliveries } from "./list.ts";
import { changeWebhook, connectWebhook, disconnectWebhook } from "./manage.ts";
import { randomUUID } from "node:crypto";
import { pages, productName } from "@clanhall/contract/pages";
import type { ClanActor } from "../../access/actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import { claimMs, type DeliveryDeps, send } from "./deliver.ts";
import { countTestsSince, findDelivery, insertTest } from "./deliveries.queries.ts";
import { type MessageContent, toDiscordMessage } from "./messages/discord-message.ts";
import { findWebhook, getClanOfMessage } from "./queries.ts";
import { recordDeliveryResult } from "./settle.ts";

const testsPerMinute = 5;

type SampleDeps = Omit<DeliveryDeps, "log" | "readBoard">;

/** Posts at once, also to a webhook that is off, so that it can be tried before it is turned on. */
async function postTest(deps: SampleDeps, actor: ClanActor, webhookId: string): Promise<Delivery> {
  const now = currentTime();
  const { db, publicUrl } = deps;
  const { clanId } = actor;
  const webhook = await findWebhook(db, clanId, webhookId);
  if (!webhook) throw notFound("Webhook");
  if ((await countTestsSince(db, clanId, webhookId, new Date(now.getTime() - 60_000))) >= testsPerMinute) {
    throw new ApiError("rate_limited", "Too many tests. Wait a minute and try again.", { retryAfter: 60 });
  }
  const clan = await getClanOfMessage(db, clanId);
  const claimed = await insertTest(db, {
    clan_id: clanId,
    webhook_id: webhookId,
    event: "test",
    subject: randomUUID(),
    facts: "{}",
    attempts: 1,
    claimed_until: new Date(now.getTime() + claimMs),
  });
  const content = writeTest(clanId, webhook.events);
  const message = toDiscordMessage(content, { clanName: clan.name, publicUrl, now });
  await recordDeliveryResult(db, claimed, await send(deps, webhook, message, claimed), now);
  const settled = await findDelivery(db, clanId, claimed.id);
  const [delivery] = await toDeliveries(db, clanId, settled ? [settled] : []);
  if (!delivery) throw notFound("Webhook");
  return delivery;
}

const eventNames: Record<WebhookEvent, string> = {
  bulletin: "bulletins",
  daily_summary: "daily summaries",
  weekly_summary: "weekly summaries",
  scoreboard: "scoreboards",
  member_joined: "new players",
  join_request: "people who ask to join",
  request: "requests of members",
  reminder: "reminders",
  warning: "warnings",
};

function writeTest(clanId: string, events: WebhookEvent[]): MessageContent {
  const list = events.map((event) => eventNames[event]).join(", ");
  return {
    title: `${productName} can post here`,
    text: `This channel will receive: ${list}.`,
    path: pages.clanAdmin.path.replace("$id", clanId),
    color: 0x4f_9d_69,
  };
}

export const webhookRoutes =
  (options: Omit<SampleDeps, "db">): Routes =>
  (route, db) => {
    const deps = { ...options, db };

    route(listWebhooks, ({ actor }) => loadWebhooks(db, actor.clanId));
    route(createWebhook, ({ actor, body }) => connectWebhook(deps, actor, body));
    route(patchWebhook, ({ actor, params, body }) => changeWebhook(deps, actor, params.webhookId, body));
    route(deleteWebhook, async ({ actor, params }) => {
      await disconnectWebhook(db, actor, params.webhookId);
      return {};
    });
    route(testWebhook, ({ actor, params }) => postTest(deps, actor, params.webhookId));
    route(listDeliveries, ({ actor, params, query }) => listDeliveriesPage(db, actor.clanId, params.webhookId, query));
  };
