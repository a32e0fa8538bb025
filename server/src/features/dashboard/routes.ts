import { createHash } from "node:crypto";
import { getClanHome } from "@clanhall/contract/clan-home";
import { getMyToday } from "@clanhall/contract/dashboard";
import { findMemberClan } from "@clanhall/contract/clans";
import { getMemberPage } from "@clanhall/contract/member-page";
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../errors.ts";
import { hasDocument } from "../../http/documents.ts";
import { notModified, type Routes } from "../../http/route.ts";
import { findClanOfMember } from "../members/index.ts";
import { loadHome } from "./home.ts";
import { loadMemberPage } from "./member-page.ts";
import { loadMyToday } from "./today.ts";

export const dashboardRoutes: Routes = (route, db) => {
  route(getMyToday, async ({ actor }) => ({ items: await loadMyToday(db, actor.userId) }));

  route(getClanHome, async ({ actor, ...call }) => unlessKnown(await loadHome(db, actor), call));

  route(getMemberPage, async ({ actor, params, ...call }) =>
    unlessKnown(await loadMemberPage(db, actor, params.memberId), call),
  );

  route(findMemberClan, async ({ actor, params }) => {
    const clan_id = await findClanOfMember(db, actor.userId, params.memberId);
    if (!clan_id) throw notFound("Player");
    return { clan_id };
  });
};

/** The answer, or that it is still the one the caller has. */
function unlessKnown<Answer>(answer: Answer, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const etag = `"${createHash("sha256").update(JSON.stringify(answer)).digest("base64url").slice(0, 22)}"`;
  reply.headers({ etag, "cache-control": "no-store" });
  return hasDocument(request.headers["if-none-match"], { etag }) ? notModified : answer;
}
