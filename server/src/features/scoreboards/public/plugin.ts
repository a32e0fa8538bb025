import type { FastifyInstance } from "fastify";
import type { Secrets } from "../../../access/secrets.ts";
import type { Db } from "../../../db/tables.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { answerAhead } from "../../../http/pre-router.ts";
import type { Site } from "../../../http/pages.ts";
import { serveBoardPages } from "./board-pages.ts";
import { createBoardShortcut } from "./respond.ts";
import { doubtAfterWrites } from "./doubt-after-writes.ts";
import { createLiveBoards } from "./live-boards.ts";
import { publicScoreboardRoutes } from "./routes.ts";
import { createViewCounts } from "./view-counts.ts";

interface Parts extends Site {
  db: Db;
  secrets: Secrets;
  events: EventHub;
  securityHeaders: Record<string, string>;
  proxies: number;
}

/** Shared boards as visitors meet them. To be called before the routes that change boards are made. */
export function serveBoards(app: FastifyInstance, parts: Parts) {
  const { db, secrets, events } = parts;
  const { log } = app;
  const live = createLiveBoards({ db, secrets, events, log });
  const views = createViewCounts({ db, secrets, log });
  doubtAfterWrites(app, live);
  serveBoardPages(app, { ...parts, boards: live, views });
  const countAhead = answerAhead(app, createBoardShortcut({ ...parts, boards: live, views }));
  app.addHook("onClose", async () => {
    live.close();
    await views.close();
  });
  return { live, countAhead, routes: publicScoreboardRoutes({ secrets, events, boards: live, views }) };
}
