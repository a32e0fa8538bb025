import type { ProductConfig } from "./config.ts";
import type { PageKey } from "./pages.ts";

/** The pages the server renders itself, readable without any script. */
export type PublicPageKey = Extract<PageKey, "landing" | "privacy" | "terms" | "notFound">;

/** What the built public face offers the server: markup, its inlined styles and the script that runs before paint. */
export interface PublicFace {
  /** The markup inside `<body>`. */
  renderPage(page: PublicPageKey, config: ProductConfig): string;
  /** CSS to inline in `<head>`. */
  styles: string;
  /** Script to inline in `<head>` of both faces: theme and signed-in mark before the first paint. */
  bootScript: string;
}
