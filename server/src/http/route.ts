import type { Access, Endpoint, ParsedInput } from "@clanhall/contract/endpoint";
import type { ClanAction, TokenScope } from "@clanhall/contract/permissions";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import fastifyPlugin from "fastify-plugin";
import type { z } from "zod";
import { type Actor, type ActorRules, type ClanActor, getActor } from "../access/actor.ts";
import { authorizeBot, findBot, tokensCannot } from "../access/api-tokens.ts";
import { authorizeInClan, requireAppAdmin, requireInClan } from "../access/authorize.ts";
import type { Secrets } from "../access/secrets.ts";
import type { Db } from "../db/tables.ts";
import { ApiError, notFound, nothingHere } from "../errors.ts";
import {
  createStreamLimits,
  type HeavyLimit,
  type AccountShares,
  type WaitingLine,
  tooMany,
  tooManyMessage,
  tooManySeconds,
} from "./call-limits.ts";
import { etagOf, hasDocument } from "./documents.ts";
import { isDryRun, withIdempotencyKey, acceptsIdempotencyKey } from "./idempotency.ts";
import { hasLongList, stringifyInTurns, toFitting } from "./in-turns.ts";
import { parseInput, usualBodyLimit } from "./input.ts";
import { toNetwork } from "./network.ts";

/**
 * The auth contract also has calls for programs that administer the accounts; the product API has none.
 * Whoever watches over the installation reads its metrics with a token of their own.
 */
type DeclaredAccess = Access | "service" | "metrics";

export interface DeclaredRoute {
  method: string;
  url: string;
  access: DeclaredAccess;
  endpoint: Endpoint | null;
}

declare module "fastify" {
  interface FastifyContextConfig {
    access?: DeclaredAccess;
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    declaredRoutes: DeclaredRoute[];
  }
}

/** Refuses to build an app with a route that does not say who may call it, and lists those that do. */
export const accessDeclared = fastifyPlugin(
  async (app: FastifyInstance) => {
    const routes: DeclaredRoute[] = [];
    app.decorate("declaredRoutes", routes);
    app.addHook("onRoute", ({ method, url, config }) => {
      if (!config?.access) throw new Error(`${String(method)} ${url} does not declare who may call it`);
      if (config.endpoint?.content === "text/event-stream" && !config.endpoint.stream) {
        throw new Error(`${String(method)} ${url} does not declare what kind of stream it is`);
      }
      for (const name of [method].flat()) {
        routes.push({ method: name, url, access: config.access, endpoint: config.endpoint ?? null });
      }
    });
  },
  { name: "access-declared" },
);

type ActorFor<E extends Endpoint> = E["access"] extends "public"
  ? null
  : E["access"] extends { clan: ClanAction }
    ? ClanActor
    : Actor;

type Call<E extends Endpoint> = ParsedInput<E> & {
  actor: ActorFor<E>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Answered by a handler when the caller has the answer already, going by its ETag. */
export const notModified = Symbol("not modified");
/** Answered by a handler that sent bytes which its schema made earlier. */
export const alreadySent = Symbol("already sent");
type OrSent<Answer> = Answer | typeof notModified | typeof alreadySent;

type Handler<E extends Endpoint, Answer> = (call: Call<E>) => Promise<OrSent<Answer>> | OrSent<Answer>;
type ClanFinder<E extends Endpoint> = (input: ParsedInput<E>) => Promise<string | null>;

/** A clan endpoint whose path does not name the clan must say how to find it; the others may not. */
type FindClan<E extends Endpoint> = E["access"] extends { clan: ClanAction }
  ? ParsedInput<E>["params"] extends { clanId: string }
    ? []
    : [findClan: ClanFinder<E>]
  : [];

export type Route = <E extends Endpoint, Answer>(
  endpoint: E & { response: z.ZodType<unknown, Answer> },
  handler: Handler<E, Answer>,
  ...findClan: FindClan<E>
) => void;

/** What a feature exports: its endpoints bound to what happens. */
export type Routes = (route: Route, db: Db) => void;

interface RouteRules extends ActorRules {
  secrets: Secrets;
  heavy: HeavyLimit;
  line: WaitingLine;
  shares: AccountShares;
  /** Whoever writes through this instance reads at once what they wrote: the event of it may come later. */
  afterClanWrite: (clanId: string) => void;
}

/** Binds endpoints to an app. Params, access, then the rest of the input, in this order: who may not call learns nothing about the body. */
export function createRoute(app: FastifyInstance, db: Db, rules: RouteRules): Route {
  const admitStream = createStreamLimits();
  return (endpoint, handler, ...[findClan]) => {
    type Prepared = Awaited<ReturnType<typeof prepareCall<typeof endpoint>>>;
    const prepare = (request: FastifyRequest) => prepareCall(endpoint, request, db, rules, findClan);
    const answerCall = async (call: Prepared, request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.stream) admitStream(endpoint.stream, call, request, reply.raw);
      const work = async () => handler({ ...call, request, reply } as Call<typeof endpoint>);
      const keeper = acceptsIdempotencyKey(endpoint) && !isDryRun(call.body) ? call.actor : null;
      const doWork = () => (keeper ? withIdempotencyKey(db, rules.secrets, request, keeper.userId, work) : work());
      const answer =
        endpoint.cost === "heavy"
          ? await rules.heavy.run(toCaller(call.actor, request), reply, doWork)
          : await doWork();
      if (answer === tooMany) throw tooManyHeavy();
      const written = endpoint.method === "GET" ? null : findClanId(call);
      if (written) rules.afterClanWrite(written);
      if (endpoint.content || answer === alreadySent) return reply;
      if (answer === notModified) return reply.code(304).send();
      if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
      return endpoint.etag === true
        ? sendIfNew(request, reply, endpoint.response, answer)
        : send(reply, endpoint.response, answer);
    };
    // What is public answers from memory or is limited by itself, as are heavy calls and streams, which also take long.
    const isInLine = endpoint.access !== "public" && endpoint.cost !== "heavy" && !endpoint.stream;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { access: endpoint.access, endpoint },
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      onRequest: toFirstSteps(endpoint, db, rules),
      handler: async (request, reply) =>
        isInLine
          ? answerInLine(rules, request, prepare, (call) => answerCall(call, request, reply))
          : answerCall(await prepare(request), request, reply),
    });
  };
}

/** What is done before the body is read. Each step costs every call, so an endpoint has only those that it needs. */
function toFirstSteps(endpoint: Endpoint, db: Db, rules: RouteRules): onRequestAsyncHookHandler[] {
  const isLarge = (endpoint.bodyLimit ?? 0) > usualBodyLimit;
  const admitHeavy = async (request: FastifyRequest) => {
    if (!(await rules.heavy.admit(request))) throw tooManyHeavy();
  };
  // A large body is read only for somebody who may send it. The handler checks again: access counts as it is by then.
  const admitSender = async (request: FastifyRequest) => void (await admit(endpoint, request, db, rules));
  return [...(endpoint.cost === "heavy" ? [admitHeavy] : []), ...(isLarge ? [admitSender] : [])];
}

/**
 * An account whose calls fill its share waits outside of the line, where it is in nobody's way: however many calls one
 * sends and however long they take, others find room. Whoever waited there may have lost the rights they came with, so
 * these are looked at again.
 */
async function answerInLine<Prepared extends { actor: Actor | null }, Answer>(
  { line, shares }: Pick<RouteRules, "line" | "shares">,
  request: FastifyRequest,
  prepare: (request: FastifyRequest) => Promise<Prepared>,
  answer: (call: Prepared) => Promise<Answer>,
): Promise<Answer> {
  const first = await inLine(line, async () => {
    const call = await prepare(request);
    const caller = toCaller(call.actor, request);
    const turn = shares.enter(caller);
    return turn ? { caller, turn } : { answer: await answer(call).finally(() => shares.leave(caller)) };
  });
  if ("answer" in first) return first.answer;
  await first.turn;
  return inLine(line, async () => answer(await prepare(request))).finally(() => shares.leave(first.caller));
}

async function inLine<Result>(line: WaitingLine, work: () => Promise<Result>): Promise<Result> {
  await line.enter();
  return work().finally(() => line.leave());
}

/** To compute, to check and to write a large answer takes turns of the event loop, and others come in between. */
async function send(reply: FastifyReply, schema: z.ZodType, answer: unknown) {
  if (!hasLongList(answer)) return schema.parse(answer);
  const text = await stringifyInTurns(await toFitting(schema, answer));
  return reply.type("application/json; charset=utf-8").send(text);
}

/** Computes the answer all the same, and sends it only to those who have another one. */
async function sendIfNew(request: FastifyRequest, reply: FastifyReply, schema: z.ZodType, answer: unknown) {
  // As bytes, which are needed twice.
  const body = Buffer.from(await stringifyInTurns(await toFitting(schema, answer)));
  const etag = etagOf(body);
  reply.header("etag", etag);
  if (hasDocument(request.headers["if-none-match"], { etag })) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
}

/** The clan that a call is about: of the path, or as it was found for the endpoint. */
function findClanId({ actor, params }: { actor: Actor | ClanActor | null; params?: unknown }): string | null {
  if (actor && "clanId" in actor) return actor.clanId;
  const hasClan = typeof params === "object" && params !== null && "clanId" in params;
  return hasClan && typeof params.clanId === "string" ? params.clanId : null;
}

function tooManyHeavy(): ApiError {
  return new ApiError("rate_limited", tooManyMessage, { retryAfter: tooManySeconds });
}

function toCaller(actor: Actor | null, request: FastifyRequest): string {
  return actor?.userId ?? toNetwork(request.ip);
}

/**
 * Who calls, and whether they may. Where the path does not name the clan, who calls is known and the clan is still to be
 * found.
 */
async function admit(endpoint: Endpoint, request: FastifyRequest, db: Db, rules: ActorRules) {
  const { access } = endpoint;
  const params = parseParams(endpoint, request);
  if (access === "public") return { params, actor: null };
  if (typeof access === "object") {
    const clanId = findClanId({ actor: null, params });
    const authorize = await authenticate(db, rules, request, access.clan, endpoint.token, clanId);
    return clanId ? { params, actor: await authorize(clanId) } : { params, actor: null, authorize };
  }
  if (await findBot(db, request)) throw tokensCannot();
  const caller = await getActor(db, rules, request);
  return { params, actor: access === "app-admin" ? requireAppAdmin(caller) : caller };
}

async function prepareCall<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  db: Db,
  rules: ActorRules,
  findClan: ClanFinder<E> | undefined,
) {
  const { params, actor, authorize } = await admit(endpoint, request, db, rules);
  const input = await parseInput(endpoint, request);
  if (!authorize) return { params, ...input, actor };
  const clanId = await findClan?.({ params, ...input } as ParsedInput<E>);
  if (!clanId) throw notFound("Clan");
  return { params, ...input, actor: await authorize(clanId) };
}

/** Proves who calls, a bot or a person, before anything is said about any clan. */
async function authenticate(
  db: Db,
  rules: ActorRules,
  request: FastifyRequest,
  action: ClanAction,
  scope: TokenScope | undefined,
  ofPath: string | null,
): Promise<(clanId: string) => Promise<ClanActor>> {
  const bot = await findBot(db, request);
  if (bot) return async (clanId) => authorizeBot(bot, clanId, action, scope);
  const { membership, ...caller } = await getActor(db, rules, request, ofPath);
  return async (clanId) =>
    clanId === ofPath ? authorizeInClan(caller, clanId, membership, action) : requireInClan(db, caller, clanId, action);
}

/** A path that does not fit its pattern, such as an id that is no UUID, leads nowhere. */
function parseParams(endpoint: Endpoint, request: FastifyRequest) {
  const parsed = endpoint.params?.safeParse(request.params);
  if (parsed && !parsed.success) throw nothingHere();
  return parsed?.data;
}
