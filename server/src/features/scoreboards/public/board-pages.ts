import { type BoardView, unlockHeader } from "@clanhall/contract/public-scoreboards";
import { calendarDate } from "@clanhall/contract/text";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "../../../db/database-away.ts";
import { type StoredDocument, storeDocument } from "../../../http/documents.ts";
import { sendStored, type Site } from "../../../http/pages.ts";
import { frameAnywhere } from "../../../http/security-headers.ts";
import { boardDocument } from "./board-document.ts";
import { boardHeaders } from "./board-answer-headers.ts";
import type { LiveBoards, OpenBoard } from "./live-boards.ts";
import { isVisit, type ViewCounts } from "./view-counts.ts";

interface BoardSite extends Site {
  boards: LiveBoards;
  views: ViewCounts;
}

interface PageRequest {
  Params: { token: string };
  Querystring: { embed?: unknown; period?: unknown };
}

const path = "/scoreboard/:token";
const statusOf = { passcode: 200, expired: 410, switched_off: 404, not_found: 404, unavailable: 503, failed: 500 };

/** The page of a shared board: whole without any script, and read again by its own script when the board changes. */
export function serveBoardPages(app: FastifyInstance, site: BoardSite): void {
  app.get<PageRequest>(path, { config: { access: "public" }, compress: false }, async (request, reply) => {
    const isEmbedded = request.query.embed === "1";
    if (isEmbedded) frameAnywhere(reply);
    try {
      const opened = await openAsked(site.boards, request);
      if (opened.state !== "open") return await sendClosed(site, request, reply, opened.state);
      const isPrivate = opened.isPreview || opened.board.has_passcode;
      const isLoad = request.method === "GET" && isVisit(request.headers);
      if (isLoad && !opened.isPreview) site.views.add(opened.board, request.ip);
      return sendStored(request, reply.headers(boardHeaders("page", isPrivate)), pageOf(site, opened, isEmbedded));
    } catch (error) {
      const isAway = error instanceof Error && isDatabaseAway(error);
      if (!isAway) request.log.error({ err: error }, "request failed");
      return sendClosed(site, request, reply.header("retry-after", 2), isAway ? "unavailable" : "failed");
    }
  });
}

function openAsked(boards: LiveBoards, { params, query, headers }: FastifyRequest<PageRequest>) {
  const unlock = headers[unlockHeader];
  const period = calendarDate.optional().safeParse(query.period);
  if (!period.success) return { state: "not_found" as const };
  return boards.open(params.token, { period: period.data, unlock: typeof unlock === "string" ? unlock : undefined });
}

/** The document of an open board, put together once for each version of it. */
export function pageOf(site: Site, { ready, token, isPreview }: OpenBoard, isEmbedded: boolean): StoredDocument {
  const place = isEmbedded ? "framed" : "plain";
  const stored = isPreview ? undefined : ready.pages[place];
  if (stored) return stored;
  const { standings } = ready;
  const view = { state: "open", standings, token, is_preview: isPreview, is_embedded: isEmbedded } as const;
  const document = storeDocument(boardDocument(site, view, `/scoreboard/${token}`), 5);
  if (!isPreview) ready.pages[place] = document;
  return document;
}

type ClosedState = keyof typeof statusOf;

function sendClosed(site: Site, request: FastifyRequest<PageRequest>, reply: FastifyReply, state: ClosedState) {
  const [address = "/"] = request.url.split("?");
  const view = toClosedView(state, request.params.token, request.query.embed === "1");
  const document = boardDocument(site, view, address);
  return reply
    .code(statusOf[state])
    .headers(boardHeaders("page", state !== "passcode"))
    .send(document);
}

function toClosedView(state: ClosedState, token: string, isEmbedded: boolean): BoardView {
  const is_embedded = isEmbedded;
  if (state === "passcode") return { is_embedded, state, token };
  return { is_embedded, state: state === "failed" ? "unavailable" : state };
}
