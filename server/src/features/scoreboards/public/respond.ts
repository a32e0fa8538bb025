import { randomUUID } from "node:crypto";
import { unlockHeader } from "@clanhall/contract/public-scoreboards";
import type { Shortcut } from "../../../http/pre-router.ts";
import { findEncoding, hasDocument, type StoredDocument } from "../../../http/documents.ts";
import { findClientAddress } from "../../../http/network.ts";
import type { Site } from "../../../http/pages.ts";
import { toFramedHeaders } from "../../../http/security-headers.ts";
import { boardHeaders } from "./board-answer-headers.ts";
import { pageOf } from "./board-pages.ts";
import type { LiveBoards, OpenBoard } from "./live-boards.ts";
import { isVisit, type ViewCounts } from "./view-counts.ts";

interface Parts extends Site {
  boards: LiveBoards;
  views: ViewCounts;
  securityHeaders: Record<string, string>;
  /** How many proxies stand before us. */
  proxies: number;
}

const tokenLength = 43;

/** The addresses of a board that most people ask for: what stands before its token, and what after. */
const addresses = [
  { start: "/api/public/scoreboards/", end: "", kind: "json" },
  { start: "/scoreboard/", end: "", kind: "plain" },
  { start: "/scoreboard/", end: "?embed=1", kind: "framed" },
] as const;

type Kind = (typeof addresses)[number]["kind"];

/** Sends open boards that are in memory with the very head and bytes that their routes send. */
export function createBoardShortcut(parts: Parts): Shortcut {
  const { boards, views, securityHeaders, proxies } = parts;
  const heads = {
    json: toHeads({ ...securityHeaders, ...boardHeaders("json", false) }),
    plain: toHeads({ ...securityHeaders, ...boardHeaders("page", false) }),
    framed: toHeads({ ...toFramedHeaders(securityHeaders), ...boardHeaders("page", false) }),
  };
  const documentOf = (kind: Kind, opened: OpenBoard): StoredDocument =>
    kind === "json" ? opened.ready.json : pageOf(parts, opened, kind === "framed");

  const findAsked = rememberLast(readAddress);

  return (request, response) => {
    const { method, url = "", headers } = request;
    const asked = method === "GET" && headers[unlockHeader] === undefined ? findAsked(url) : null;
    const opened = asked && boards.peek(asked.token, new Date());
    if (!opened) return false;
    if (asked.kind !== "json" && isVisit(headers)) views.add(opened.board, findClientAddress(request, proxies));
    const document = documentOf(asked.kind, opened);
    const { ofUnchanged, ofDocument } = heads[asked.kind];
    const marks = ["x-request-id", randomUUID(), "etag", document.etag];
    if (hasDocument(headers["if-none-match"], document)) {
      response.writeHead(304, [...ofUnchanged, ...marks]).end();
      return true;
    }
    const head = [...ofDocument, ...marks];
    const encoding = findEncoding(headers["accept-encoding"]);
    if (encoding) head.push("content-encoding", encoding);
    const bytes = encoding ? document.inEncoding(encoding) : document.plain;
    head.push("content-length", String(bytes.length));
    response.writeHead(200, head).end(bytes);
    return true;
  };
}

interface Asked {
  token: string;
  kind: Kind;
}

function readAddress(url: string): Asked | null {
  for (const { start, end, kind } of addresses) {
    if (url.length !== start.length + tokenLength + end.length || !url.startsWith(start) || !url.endsWith(end))
      continue;
    return { token: url.slice(start.length, start.length + tokenLength), kind };
  }
  return null;
}

/** After a change everybody asks for the same board: its address is taken apart once. */
function rememberLast(read: typeof readAddress): typeof readAddress {
  let last: { url: string; asked: Asked | null } = { url: "", asked: null };
  return (url) => {
    if (url !== last.url) last = { url, asked: read(url) };
    return last.asked;
  };
}

/** Names and values in turn, as Node takes them fastest; what has not changed needs no kind of content. */
function toHeads({ "content-type": type = "", ...others }: Record<string, string>) {
  const ofUnchanged = Object.entries(others).flat();
  return { ofUnchanged, ofDocument: [...ofUnchanged, "content-type", type] };
}
