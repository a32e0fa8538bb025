import { createHash } from "node:crypto";
import { getClanHome } from "@clanhall/contract/clan-home";
import { getMyToday } from "@clanhall/contract/dashboard";
import { getMyStanding } from "@clanhall/contract/my-standing";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hasDocument } from "../../http/documents.ts";
import { notModified, type Routes } from "../../http/route.ts";
import { loadHome } from "./home.ts";
import { loadMyStanding } from "./standing.ts";
import { loadMyToday } from "./today.ts";

export const dashboardRoutes: Routes = (route, db) => {
  route(getMyToday, async ({ actor }) => ({ items: await loadMyToday(db, actor.userId) }));

  route(getMyStanding, async ({ actor, request, reply }) =>
    unlessKnown({ items: await loadMyStanding(db, actor.userId) }, request, reply),
  );

  route(getClanHome, async ({ actor, request, reply }) => unlessKnown(await loadHome(db, actor), request, reply));
};

/** What the caller has already is not sent again. */
function unlessKnown<Answer>(answer: Answer, { headers }: FastifyRequest, reply: FastifyReply) {
  const etag = `"${createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 22)}"`;
  reply.headers({ etag, "cache-control": "no-store" });
  return hasDocument(headers["if-none-match"], { etag }) ? notModified : answer;
}
