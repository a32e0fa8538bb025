import { splitGraphemes } from "@clanhall/contract/rules/locale";
import type { IncomingHttpHeaders } from "node:http";
import { pages, pageTitle } from "@clanhall/contract/pages";
import type { BoardView } from "@clanhall/contract/public-scoreboards";
import { unlockHeader } from "@clanhall/contract/public-scoreboards";
import type { PublicStandings } from "@clanhall/contract/standings";
import { findEncoding, hasDocument, type StoredDocument, storeDocument, toAnalytics } from "../../../http/documents.ts";
import { headTags } from "../../../http/documents.ts";
import { noRobots, type Site } from "../../../http/pages.ts";
import type { ReadyAnswer } from "../../../http/pre-router.ts";
import { toDataHeaders, toFramedHeaders } from "../../../http/security-headers.ts";
import type { OpenScoreboard } from "./board-cache.ts";

export interface AnswerSite extends Site {
  securityHeaders: Record<string, string>;
}

/** A board as programs read it, as a page, or as a page that any site may show in a frame. */
export type AnswerKind = "json" | "page" | "frame";

const statusOf = { passcode: 200, expired: 410, switched_off: 404, not_found: 404, unavailable: 503, failed: 500 };
export type ClosedPage = keyof typeof statusOf;

const { name, robots, description } = pages.publicScoreboard;
/** About as much as Discord or Slack show of a link. */
const descriptionMax = 200;

export type Responder = ReturnType<typeof createResponder>;

/** Builds every answer about a board, whole: the routes and the pre-router send the same. */
export function createResponder(site: AnswerSite) {
  const headsOf = (kind: AnswerKind) => ({
    shared: toHead(site.securityHeaders, kind, "no-cache"),
    private: toHead(site.securityHeaders, kind, "no-store"),
  });
  const heads = { json: headsOf("json"), page: headsOf("page"), frame: headsOf("frame") };

  /** The document of an open board, rendered once for each version of it. */
  function documentOf(kind: AnswerKind, { result, token, isPreview }: OpenScoreboard): StoredDocument {
    if (kind === "json") return result.json;
    const stored = isPreview ? undefined : result.pages[kind];
    if (stored) return stored;
    const { standings } = result;
    const view = { state: "open", standings, token, is_preview: isPreview, is_embedded: kind === "frame" } as const;
    const document = storeDocument(toHtml(site, view, `/scoreboard/${token}`), 5);
    if (!isPreview) result.pages[kind] = document;
    return document;
  }

  return {
    respond(kind: AnswerKind, opened: OpenScoreboard, request: IncomingHttpHeaders): ReadyAnswer {
      const document = documentOf(kind, opened);
      const { unchanged, whole } = heads[kind][opened.isPreview || opened.board.has_passcode ? "private" : "shared"];
      if (hasDocument(request["if-none-match"], document)) {
        return { status: 304, headers: [...unchanged, "etag", document.etag], body: null };
      }
      const headers = [...whole, "etag", document.etag];
      const encoding = findEncoding(request["accept-encoding"]);
      if (encoding) headers.push("content-encoding", encoding);
      return { status: 200, headers, body: encoding ? document.inEncoding(encoding) : document.plain };
    },
    /** The page in place of a board that cannot be shown. */
    respondClosed(state: ClosedPage, { token, path, isEmbedded }: ClosedRequest): ReadyAnswer {
      const { whole } = heads[isEmbedded ? "frame" : "page"][state === "passcode" ? "shared" : "private"];
      const body = Buffer.from(toHtml(site, toClosedView(state, token, isEmbedded), path));
      return { status: statusOf[state], headers: [...whole], body };
    },
  };
}

interface ClosedRequest {
  token: string;
  path: string;
  isEmbedded: boolean;
}

function toClosedView(state: ClosedPage, token: string, isEmbedded: boolean): BoardView {
  const is_embedded = isEmbedded;
  if (state === "passcode") return { is_embedded, state, token };
  return { is_embedded, state: state === "failed" ? "unavailable" : state };
}

/** Names and values in turn, as Node takes them fastest. An unchanged answer has no content type. */
function toHead(securityHeaders: Record<string, string>, kind: AnswerKind, cacheControl: string) {
  const headersOf = { json: toDataHeaders, page: (headers: Record<string, string>) => headers, frame: toFramedHeaders };
  const unchanged = Object.entries({
    ...headersOf[kind](securityHeaders),
    "cache-control": cacheControl,
    "x-robots-tag": noRobots,
    vary: `accept-encoding, ${unlockHeader}`,
  }).flat();
  const type = kind === "json" ? "application/json" : "text/html";
  return { unchanged, whole: [...unchanged, "content-type", `${type}; charset=utf-8`] };
}

/** A whole page. Only the link preview of an open board names what it is about. */
function toHtml({ web, config, publicUrl }: Site, view: BoardView, path: string): string {
  const { publicPages, boardScript, appFiles } = web;
  // Inside another site there is no way into the app, and nobody is counted.
  const about = view.is_embedded ? "" : ` data-prefetch="${appFiles.join(" ")}"${toAnalytics(config)}`;
  const head =
    view.state === "open"
      ? { ...describe(view.standings), image: toCardUrl(publicUrl, view.token, view.standings.version) }
      : { description, image: `${publicUrl}/social-card.png` };
  return [
    `<!doctype html><html lang="en"${about}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    headTags({ ...head, title: pageTitle(name), robots, url: publicUrl + path }),
    `<script>${publicPages.bootScript}</script>`,
    `<style>${publicPages.boardStyles}</style>`,
    `<script type="module" src="${boardScript}"></script>`,
    `</head><body>${publicPages.renderBoard(view, config)}</body></html>`,
  ].join("\n");
}

function toCardUrl(publicUrl: string, token: string, version: string): string {
  return `${publicUrl}/api/public/scoreboards/${token}/card.png?v=${version}`;
}

function describe({ board, rows, has_results }: PublicStandings) {
  const leaders = has_results ? rows.filter(({ rank }) => rank <= 3).slice(0, 3) : [];
  const podium = leaders.map(({ rank, name: memberName }) => `${rank}. ${memberName}`).join(", ");
  const sentences = [board.description, board.period.label, podium].filter(Boolean).join(" · ");
  return { previewTitle: `${board.title} – ${board.clan.name}`, description: shorten(sentences) };
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const characters = Array.from(splitGraphemes(line), ({ segment }) => segment);
  return characters.length <= descriptionMax ? line : `${characters.slice(0, descriptionMax - 1).join("")}…`;
}
