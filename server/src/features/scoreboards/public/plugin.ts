import type { FastifyInstance } from "fastify";
import type { Secrets } from "../../../access/secrets.ts";
import type { Reads } from "../../../db/reads.ts";
import type { Db } from "../../../db/tables.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { preRoute } from "../../../http/pre-router.ts";
import { createPublicBoards } from "./board-cache.ts";
import { type AnswerSite, createResponder } from "./respond.ts";
import { createReadyBoards, publicScoreboardRoutes, serveBoardPages } from "./routes.ts";
import { createViewCounts } from "./view-counts.ts";

interface Parts extends AnswerSite {
  db: Db;
  reads: Reads;
  secrets: Secrets;
  events: EventHub;
  /** How many proxies stand before us. */
  proxies: number;
}

/** Shared scoreboards as visitors see them. */
export function publicBoards(app: FastifyInstance, { db, reads, secrets, events, proxies, ...site }: Parts) {
  const { log } = app;
  const boards = createPublicBoards({ db, reads, secrets, events, log });
  const views = createViewCounts({ db, secrets, log });
  const parts = { boards, views, responder: createResponder(site) };
  serveBoardPages(app, parts);
  const countAhead = preRoute(app, createReadyBoards(parts, proxies));
  app.addHook("onClose", async () => {
    boards.close();
    await views.close();
  });
  return { live: boards, countAhead, routes: publicScoreboardRoutes({ ...parts, secrets, events }) };
}
