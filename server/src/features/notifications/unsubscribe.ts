import { unsubscribe } from "@clanhall/contract/notifications";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Secrets } from "../../access/secrets.ts";
import type { Db } from "../../db/tables.ts";
import { nothingHere } from "../../errors.ts";
import { noRobots, sendNotFoundPage, type Site } from "../../http/pages.ts";
import type { Route } from "../../http/route.ts";
import { allowOnThisAnswer, toHashSource } from "../../http/security-headers.ts";
import { findClanName, switchOff } from "./choices.queries.ts";
import { kindWords } from "./kind-words.ts";
import { askPage, donePage, unsubscribeStyles } from "./unsubscribe-page.ts";
import { readUnsubscribeToken, type Subscription } from "./unsubscribe-tokens.ts";

export interface UnsubscribeParts extends Site {
  db: Db;
  secrets: Secrets;
  /** Binds endpoints to a part of the app that reads more than JSON. */
  routeOn: (scope: FastifyInstance) => Route;
}

type PageRequest = FastifyRequest<{ Params: { token: string } }>;

/** Whoever holds a mail may stop its kind without signing in: a mail program by one POST, a person on a page. */
export async function serveUnsubscribe(app: FastifyInstance, parts: UnsubscribeParts): Promise<void> {
  const { db, secrets } = parts;
  await app.register(async (scope) => {
    readOneClickForms(scope);

    parts.routeOn(scope)(unsubscribe, async ({ params }) => {
      const subscription = readUnsubscribeToken(secrets, params.token);
      if (!subscription) throw nothingHere();
      await stop(db, subscription);
      return {};
    });

    const page = { config: { access: "public" }, bodyLimit: 4096 } as const;
    scope.get("/unsubscribe/:token", page, (request: PageRequest, reply) => answer(parts, request, reply));
    scope.post("/unsubscribe/:token", page, (request: PageRequest, reply) => answer(parts, request, reply, stop));
  });
}

/** A foreign page cannot send one that does anything: it would have to know the token. */
function readOneClickForms(scope: FastifyInstance): void {
  const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
  scope.addContentTypeParser(forms, { parseAs: "string" }, (_request, body, done) => {
    const isOneClick = /\bList-Unsubscribe\b[^]*\bOne-Click\b/.test(String(body));
    done(null, { "List-Unsubscribe": isOneClick ? "One-Click" : "" });
  });
}

function stop(db: Db, { clanId, userId, kind }: Subscription): Promise<void> {
  return switchOff(db, clanId, userId, kind);
}

async function answer(parts: UnsubscribeParts, request: PageRequest, reply: FastifyReply, act?: typeof stop) {
  const subscription = readUnsubscribeToken(parts.secrets, request.params.token);
  const clanName = subscription && (await findClanName(parts.db, subscription.clanId));
  if (!subscription || clanName === null) return sendNotFoundPage(request, reply, parts);
  await act?.(parts.db, subscription);
  allowOnThisAnswer(reply, "style-src", toHashSource(unsubscribeStyles));
  const subject = { clanName, about: kindWords[subscription.kind] };
  return reply
    .headers({ "cache-control": "no-store", "x-robots-tag": noRobots })
    .type("text/html; charset=utf-8")
    .send(act ? donePage(subject) : askPage(subject));
}
