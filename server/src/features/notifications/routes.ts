import { getMyNotifications, putMyNotifications } from "@clanhall/contract/notifications";
import type { FastifyInstance } from "fastify";
import { chooseNotifications, loadNotifications } from "./choose-notifications.ts";
import { serveUnsubscribe, type UnsubscribeParts } from "./unsubscribe.ts";

/** What people choose to be told of by mail, and how they stop it from within a mail. */
export async function serveNotifications(app: FastifyInstance, parts: UnsubscribeParts): Promise<void> {
  const { db } = parts;
  const route = parts.routeOn(app);

  route(getMyNotifications, async ({ actor }) => ({ items: await loadNotifications(db, actor.userId) }));

  route(putMyNotifications, ({ actor, body }) => chooseNotifications(db, actor.userId, body));

  await serveUnsubscribe(app, parts);
}
