import { createHash, randomBytes } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ProductConfig } from "@clanhall/contract/config";
import type { PageKey } from "@clanhall/contract/pages";
import type { PublicPageKey } from "@clanhall/contract/public-page";
import type { BuiltWeb } from "./built-web.ts";
import { headTags } from "./head.ts";

/** A document that never changes while the server runs, ready in every encoding. */
export interface StoredDocument {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export function storeDocument(html: string): StoredDocument {
  const plain = Buffer.from(html);
  return {
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(plain, { level: 9 }),
  };
}

/** A whole page of the public face: styles inlined, nothing that blocks its first paint. */
export function publicDocument(
  web: BuiltWeb,
  config: ProductConfig,
  page: { key: PublicPageKey; path: string; publicUrl: string; head?: PageKey },
): string {
  const { publicFace, enhanceScript, appFiles } = web;
  return [
    `<!doctype html><html lang="en" data-prefetch="${appFiles.join(" ")}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    headTags(page.head ?? page.key, page.path, page.publicUrl),
    `<script>${publicFace.bootScript}</script>`,
    `<style>${publicFace.styles}</style>`,
    `<script type="module" src="${enhanceScript}"></script>`,
    `</head><body>${publicFace.renderPage(page.key, config)}</body></html>`,
  ].join("\n");
}

/** The app's document with the head tags of the page it opens on. */
export function appDocument(
  web: BuiltWeb,
  page: { key: PageKey; path: string; publicUrl: string },
  nonce: string,
): string {
  const head = [
    headTags(page.key, page.path, page.publicUrl),
    `<script>${web.publicFace.bootScript}</script>`,
    ...(web.screenFiles[page.key] ?? []).map(toPreload),
  ].join("\n");
  return web.appTemplate.replace("<!--head-->", () => head).replaceAll("__CSP_NONCE__", nonce);
}

/** The screen is fetched beside the app, not after it. */
function toPreload(file: string): string {
  return file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;
}

export function newNonce(): string {
  return randomBytes(16).toString("base64url");
}
