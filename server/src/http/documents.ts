import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ProductConfig } from "@clanhall/contract/system";
import { addressTag, type PageKey, pages, pageTitle, productName } from "@clanhall/contract/pages";
import type { PublicPageKey } from "@clanhall/contract/public-scoreboards";
import { defaultTheme, mainColors } from "@clanhall/contract/theme-choice";
import { escapeHtml } from "../escape-html.ts";
import type { BuiltWeb } from "./built-web.ts";

/** A text that is sent many times, kept in every encoding that somebody asked for. */
export interface StoredDocument {
  etag: string;
  plain: Buffer;
  /** Compressed when first asked for. */
  inEncoding: (encoding: Encoding) => Buffer;
}

export type Encoding = "br" | "gzip";

/** Nine is as small as it gets; five is a tenth of the work for what soon changes again. */
export function storeDocument(text: string, quality: 5 | 9 = 9): StoredDocument {
  const plain = Buffer.from(text);
  const packed: Partial<Record<Encoding, Buffer>> = {};
  const pack = {
    br: () => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzip: () => gzipSync(plain, { level: quality }),
  };
  return {
    etag: etagOf(plain),
    plain,
    inEncoding: (encoding) => (packed[encoding] ??= pack[encoding]()),
  };
}

export function etagOf(content: Buffer | string): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** The best encoding that a request accepts; null for none. */
export function findEncoding(accepted = ""): Encoding | null {
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : null;
}

/** Proxies that compress mark an ETag as weak, and clients may name several. */
export function hasDocument(ifNoneMatch: string | undefined, { etag }: Pick<StoredDocument, "etag">): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.includes(etag);
}

/** A whole public page: styles inlined, nothing that blocks its first paint. */
export function publicDocument(
  web: BuiltWeb,
  config: ProductConfig,
  page: { key: PublicPageKey; path: string; publicUrl: string; head?: PageKey },
): string {
  const { publicPages, enhanceScript, appFiles } = web;
  return [
    `<!doctype html><html lang="en" data-prefetch="${appFiles.join(" ")}"${toAnalytics(config)}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    pageHeadTags(page.head ?? page.key, page.path, page.publicUrl),
    `<script>${publicPages.bootScript}</script>`,
    `<style>${publicPages.styles}</style>`,
    `<script type="module" src="${enhanceScript}"></script>`,
    `</head><body>${publicPages.renderPage(page.key, config)}</body></html>`,
  ].join("\n");
}

/** Where the page's script counts that it was opened. */
export function toAnalytics({ analytics }: ProductConfig): string {
  return analytics ? ` data-analytics="${escapeHtml(`${analytics.key} ${analytics.host}`)}"` : "";
}

/** The app's document with the head tags of the page it opens on. */
export function appDocument(web: BuiltWeb, page: { key: PageKey; path: string; publicUrl: string }): string {
  const head = [
    pageHeadTags(page.key, page.path, page.publicUrl),
    `<script>${web.publicPages.bootScript}</script>`,
    ...web.publicPages.appScripts.map((script) => `<script>${script}</script>`),
    ...(web.screenFiles[page.key] ?? []).map(toPreload),
  ].join("\n");
  return web.appTemplate.replace("<!--head-->", () => head);
}

/** The screen is fetched beside the app, not after it. */
function toPreload(file: string): string {
  return file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;
}

interface Head {
  title: string;
  /** What a link preview is titled, where that is not the page's title. */
  previewTitle?: string;
  description: string;
  robots: string;
  url: string;
  image: string;
}

function pageHeadTags(key: PageKey, path: string, publicUrl: string): string {
  const { name, description, robots } = pages[key];
  const url = publicUrl + (path === "/" ? path : path.replace(/(?<!\/)\/+$/, ""));
  const tags = headTags({ title: pageTitle(name), description, robots, url, image: `${publicUrl}/social-card.png` });
  return `${tags}\n${meta("name", addressTag, publicUrl)}`;
}

/** The tags a link preview or a search engine reads: they are right before any script has run. */
export function headTags({ title, previewTitle = title, description, robots, url, image }: Head): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", description),
    meta("name", "robots", robots),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", productName),
    meta("property", "og:title", previewTitle),
    meta("property", "og:description", description),
    meta("property", "og:url", url),
    meta("property", "og:image", image),
    meta("name", "twitter:card", "summary_large_image"),
    meta("name", "twitter:title", previewTitle),
    meta("name", "twitter:description", description),
    meta("name", "twitter:image", image),
    meta("name", "theme-color", mainColors[defaultTheme]),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ].join("\n");
}

function meta(attribute: "name" | "property", name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}
