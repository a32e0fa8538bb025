import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import type { PageKey } from "./pages.ts";
import { boardCalls } from "./public-board-calls.ts";
import { ofPeriod, type PublicStandings, publicStandings } from "./standings.ts";
import type { ProductConfig } from "./system.ts";

export { unlockHeader } from "./public-board-calls.ts";

/** Anything may stand in an address: what is no token is answered like one that leads nowhere. */
const ofToken = z.object({ token: z.string() });

export const getPublicScoreboard = endpoint({
  method: "GET",
  path: "/api/public/scoreboards/:token",
  access: "public",
  etag: "own",
  summary: "A shared board and its standings. 410 once the link has expired, 401 while it asks for a passcode.",
  params: ofToken,
  query: ofPeriod,
  response: publicStandings,
});

export const unlockScoreboard = endpoint({
  method: "POST",
  path: boardCalls.unlock,
  access: "public",
  summary: "Exchanges a passcode for a token that is sent as x-scoreboard-unlock.",
  params: ofToken,
  body: z.strictObject({ passcode: z.string().min(1, "Enter the passcode.").max(64) }),
  response: z.object({ unlock_token: z.string(), expires_in: z.int() }),
});

export const followScoreboard = endpoint({
  method: "GET",
  path: boardCalls.events,
  access: "public",
  summary: "Server-sent events: `standings` with the new version whenever the board changes.",
  params: ofToken,
  response: z.void(),
  content: "text/event-stream",
  stream: "board",
});

export const getScoreboardCard = endpoint({
  method: "GET",
  path: "/api/public/scoreboards/:token/card.png",
  access: "public",
  cost: "heavy",
  etag: "own",
  summary: "A picture of the podium, 1200 × 630, for link previews.",
  params: ofToken,
  query: z.strictObject({ v: z.string().max(100).optional() }),
  response: z.void(),
  content: "image/png",
});

export const getOwnRow = endpoint({
  method: "GET",
  path: boardCalls.ownRow,
  access: "session",
  summary: "Which row of a shared board is the caller's own.",
  params: ofToken,
  response: z.object({ member_key: z.string().nullable() }),
});

/** The pages the server renders itself, readable without any script. */
export type PublicPageKey = Extract<PageKey, "landing" | "privacy" | "terms" | "help" | "notFound">;

/** What somebody who follows a board's link gets to see. */
export type BoardView = { is_embedded: boolean } & (
  | { state: "open"; standings: PublicStandings; token: string; is_preview: boolean }
  | { state: "passcode"; token: string }
  | { state: "expired" | "switched_off" | "not_found" | "unavailable" }
);

/** What the built public pages offer the server. */
export interface PublicPages extends PublicTexts {
  /** The markup inside `<body>`. */
  renderPage(page: PublicPageKey, config: ProductConfig): string;
  /** The markup inside `<body>` of a board. */
  renderBoard(view: BoardView, config: ProductConfig): string;
}

/** What is inlined in the documents, whatever they show; the build writes it down for whoever renders nothing yet. */
export interface PublicTexts {
  /** CSS to inline in `<head>`. */
  styles: string;
  /** CSS to inline in `<head>` of a board, which has as little as it needs. */
  boardStyles: string;
  /** Script to inline in `<head>` of both faces: theme and signed-in mark before the first paint. */
  bootScript: string;
  /** The same, only for the app's own document. */
  appScripts: string[];
}
