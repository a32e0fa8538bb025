import {
  followScoreboard,
  getOwnRow,
  getPublicScoreboard,
  unlockHeader,
  unlockScoreboard,
} from "@clanhall/contract/public-scoreboards";
import { calendarDate } from "@clanhall/contract/text";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clock, currentTime } from "../../../db/clock.ts";
import type { Secrets } from "../../../access/secrets.ts";
import { isDatabaseAway } from "../../../db/wait-for-database.ts";
import { ApiError } from "../../../errors.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { streamEvents } from "../../../events/event-stream.ts";
import { topics } from "../../../events/topics.ts";
import { findClientAddress } from "../../../http/network.ts";
import { noRobots } from "../../../http/pages.ts";
import { type FindReady, sendReady } from "../../../http/pre-router.ts";
import { alreadySent, type Routes } from "../../../http/route.ts";
import { toMemberKey } from "../results/public-standings.ts";
import { isPasscode } from "../share.ts";
import {
  createPasscodeLimit,
  isPreviewToken,
  sealUnlock,
  toClosedError,
  unlockSeconds,
  wasUnlocked,
} from "./access.ts";
import type { OpenScoreboard, PublicBoards } from "./board-cache.ts";
import { findOwnMemberId, findPasscode } from "./queries.ts";
import type { AnswerKind, ClosedPage, Responder } from "./respond.ts";
import { isVisit, type ViewCounts } from "./view-counts.ts";

interface Parts {
  boards: PublicBoards;
  views: ViewCounts;
  responder: Responder;
}

/** A stream ends after this time, and the browser asks again whether it may follow. */
const streamMs = 15 * 60_000;

export const publicScoreboardRoutes =
  ({ secrets, events, boards, views, responder }: Parts & { secrets: Secrets; events: EventHub }): Routes =>
  (route, db) => {
    const takeTry = createPasscodeLimit(db);
    const getOpen = async (token: string, request: FastifyRequest, period?: string) => {
      const opened = await boards.open(token, { period, unlock: unlockOf(request) });
      if (opened.state !== "open") throw toClosedError(opened.state);
      return opened;
    };

    route(getPublicScoreboard, async ({ params, query, request, reply }): Promise<typeof alreadySent> => {
      reply.header("x-robots-tag", noRobots);
      const opened = await getOpen(params.token, request, query.period);
      void sendReady(reply, responder.respond("json", opened, request.headers));
      return alreadySent;
    });

    route(followScoreboard, async ({ params, request, reply }) => {
      reply.header("x-robots-tag", noRobots);
      if (isPreviewToken(params.token)) throw toClosedError("not_found");
      streamBoard({ boards, events }, request, reply, await getOpen(params.token, request));
    });

    route(unlockScoreboard, async ({ params, body, request, reply }) => {
      reply.header("x-robots-tag", noRobots);
      const now = currentTime();
      const { state, board } = await boards.findState(params.token, { now });
      if (!board || state !== "passcode") throw toClosedError(state === "open" ? "not_found" : state);
      const unlock = unlockOf(request);
      const earlierUnlock = unlock !== undefined && wasUnlocked(secrets, unlock, board) ? unlock : null;
      const { giveBack } = await takeTry({ ip: request.ip, earlierUnlock });
      const locked = await findPasscode(db, board.clan_id, board.id);
      if (!locked?.passcode_hash || !(await isPasscode(locked.passcode_hash, body.passcode, request.ip))) {
        throw new ApiError("unauthorized", "That is not the passcode.");
      }
      await giveBack();
      views.add(board, request.ip);
      return { unlock_token: sealUnlock(secrets, locked, now), expires_in: unlockSeconds };
    });

    route(getOwnRow, async ({ actor, params }) => {
      const { state, board } = await boards.findState(params.token);
      if (!board || (state !== "open" && state !== "passcode")) {
        throw toClosedError(state === "open" ? "not_found" : state);
      }
      const memberId = await findOwnMemberId(db, board.clan_id, actor.userId);
      return { member_key: memberId && toMemberKey(secrets, board.id, memberId) };
    });
  };

/** Says to a visitor when the board has changed, and never what. */
function streamBoard(
  { boards, events }: { boards: PublicBoards; events: EventHub },
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenScoreboard,
): void {
  // Nothing below may hold the whole board: a stream outlives its versions.
  const { token, board, result } = opened;
  const unlock = unlockOf(request);
  const untilExpiry = board.share_expires_at ? Math.max(0, board.share_expires_at.getTime() - clock.now()) : streamMs;
  if (request.method !== "HEAD" && !reply.raw.destroyed) reply.raw.once("close", boards.follow(opened));
  streamEvents(request, reply, events, topics.board(board.id), {
    lifetimeMs: Math.min(streamMs, untilExpiry),
    mayReceive: () => boards.mayReceive(token, unlock),
    // The board may have changed after the page was made and before its browser followed.
    first: { name: "standings", data: { version: result.standings.version } },
  });
}

interface PageRequest {
  Params: { token: string };
  Querystring: { embed?: unknown; period?: unknown };
}

/** The page of a shared board: whole without any script, and read again by its own script when the board changes. */
export function serveBoardPages(app: FastifyInstance, { boards, views, responder }: Parts): void {
  const options = { config: { access: "public" }, compress: false } as const;
  app.get<PageRequest>("/scoreboard/:token", options, async (request, reply) => {
    const isEmbedded = request.query.embed === "1";
    const sendClosed = (state: ClosedPage) => {
      const [path = "/"] = request.url.split("?");
      return sendReady(reply, responder.respondClosed(state, { token: request.params.token, path, isEmbedded }));
    };
    try {
      const opened = await openPage(boards, request);
      if (opened.state !== "open") return sendClosed(opened.state);
      const isLoad = request.method === "GET" && isVisit(request.headers);
      if (isLoad && !opened.isPreview) views.add(opened.board, request.ip);
      return sendReady(reply, responder.respond(isEmbedded ? "frame" : "page", opened, request.headers));
    } catch (error) {
      const isAway = error instanceof Error && isDatabaseAway(error);
      if (!isAway) request.log.error({ err: error }, "request failed");
      reply.header("retry-after", 2);
      return sendClosed(isAway ? "unavailable" : "failed");
    }
  });
}

function openPage(boards: PublicBoards, request: FastifyRequest<PageRequest>) {
  const period = calendarDate.optional().safeParse(request.query.period);
  if (!period.success) return { state: "not_found" as const };
  return boards.open(request.params.token, { period: period.data, unlock: unlockOf(request) });
}

function unlockOf({ headers }: { headers: FastifyRequest["headers"] }): string | undefined {
  const unlock = headers[unlockHeader];
  return typeof unlock === "string" ? unlock : undefined;
}

const tokenLength = 43;

/** The addresses that most people ask for: what stands before the token, and what after it. */
const addresses: { start: string; end: string; kind: AnswerKind }[] = [
  { start: "/api/public/scoreboards/", end: "", kind: "json" },
  { start: "/scoreboard/", end: "", kind: "page" },
  { start: "/scoreboard/", end: "?embed=1", kind: "frame" },
];

/** Finds the answer of an open board that is in memory. */
export function createReadyBoards({ boards, views, responder }: Parts, proxies: number): FindReady {
  return (request) => {
    const { method, url = "", headers } = request;
    const asked = method === "GET" && headers[unlockHeader] === undefined ? readAddress(url) : null;
    const opened = asked && boards.peek(asked.token, currentTime());
    if (!opened) return null;
    if (asked.kind !== "json" && isVisit(headers)) views.add(opened.board, findClientAddress(request, proxies));
    return responder.respond(asked.kind, opened, headers);
  };
}

function readAddress(url: string): { token: string; kind: AnswerKind } | null {
  for (const { start, end, kind } of addresses) {
    const isThis = url.length === start.length + tokenLength + end.length && url.startsWith(start) && url.endsWith(end);
    if (isThis) return { token: url.slice(start.length, start.length + tokenLength), kind };
  }
  return null;
}
