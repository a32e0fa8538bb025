import type { ProductConfig } from "./config.ts";
import type { PageKey } from "./pages.ts";
import type { PublicStandings } from "./standings.ts";

/** The pages the server renders itself, readable without any script. */
export type PublicPageKey = Extract<PageKey, "landing" | "privacy" | "terms" | "notFound">;

/** What somebody who follows a board's link gets to see. */
export type BoardView = { is_embedded: boolean } & (
  | { state: "open"; standings: PublicStandings; token: string; is_preview: boolean }
  | { state: "passcode"; token: string }
  | { state: "expired" | "switched_off" | "not_found" | "unavailable" }
);

/** What the built public pages offer the server: markup, its inlined styles and the script that runs before paint. */
export interface PublicPages {
  /** The markup inside `<body>`. */
  renderPage(page: PublicPageKey, config: ProductConfig): string;
  /** The markup inside `<body>` of a board. */
  renderBoard(view: BoardView, config: ProductConfig): string;
  /** CSS to inline in `<head>`. */
  styles: string;
  /** CSS to inline in `<head>` of a board, which has as little as it needs. */
  boardStyles: string;
  /** Script to inline in `<head>` of both faces: theme and signed-in mark before the first paint. */
  bootScript: string;
}
