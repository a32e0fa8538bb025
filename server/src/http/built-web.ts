import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { findClanPage, type PageKey, pages } from "@clanhall/contract/pages";
import type { PublicPages, PublicTexts } from "@clanhall/contract/public-scoreboards";

/** What a build of the web leaves for the server. */
export interface BuiltWeb {
  /** Folder of the browser's files; those under `assets/` carry a hash in their name. */
  folder: string;
  /** Files at fixed addresses: icons, the manifest, robots.txt. */
  rootFiles: string[];
  appTemplate: string;
  publicPages: PublicPages;
  enhanceScript: string;
  /** The same for the page of a board. */
  boardScript: string;
  /** Script and styles of the app, for pages that want them fetched ahead. */
  appFiles: string[];
  /** The worker that reads screenshots; it lies beside what it loads. */
  ocrWorker: string;
  /** What a screen of the app needs beyond those, by the page it belongs to. */
  screenFiles: Partial<Record<PageKey, string[]>>;
}

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

type Manifest = Record<string, ManifestChunk>;

const dist = new URL("../../../web/dist/", import.meta.url);

export async function loadBuiltWeb(): Promise<BuiltWeb> {
  const [entries, assets, appTemplate, manifestText, texts] = await Promise.all([
    readdir(new URL("client/", dist), { withFileTypes: true }),
    readdir(new URL("client/assets/", dist)),
    readFile(new URL("client/index.html", dist), "utf8"),
    readFile(new URL("client/.vite/manifest.json", dist), "utf8"),
    readFile(new URL("server/texts.json", dist), "utf8"),
  ]);
  const manifest = JSON.parse(manifestText) as Manifest;
  const appFiles = listFiles(manifest, "index.html");
  return {
    folder: fileURLToPath(new URL("client", dist)),
    rootFiles: entries.filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name)).map(({ name }) => name),
    appTemplate,
    publicPages: renderWhenAsked(JSON.parse(texts) as PublicTexts),
    enhanceScript: `/${getChunk(manifest, "src/public-pages/enhance.ts").file}`,
    boardScript: `/${getChunk(manifest, "src/public-pages/board/enhance-board.ts").file}`,
    appFiles,
    ocrWorker: `/assets/${assets.find((name) => name.startsWith("ocr-"))}/worker.js`,
    screenFiles: listScreenFiles(manifest, appFiles),
  };
}

/** A start does not wait for the program that renders pages: the first page loads it. */
function renderWhenAsked(texts: PublicTexts): PublicPages {
  let loaded: PublicPages | null = null;
  const load = () => (loaded ??= loadRenderer());
  return {
    ...texts,
    renderPage: (...page) => load().renderPage(...page),
    renderBoard: (...board) => load().renderBoard(...board),
  };
}

function loadRenderer(): PublicPages {
  const file = fileURLToPath(new URL("server/render.js", dist));
  return (createRequire(import.meta.url)(file) as { publicPages: PublicPages }).publicPages;
}

/**
 * The screen of the page `signUp` is built from `src/pages/sign-up-page.tsx`, and so on for all of them. What the app
 * loads by itself before such a screen can show anything comes with it.
 */
function listScreenFiles(manifest: Manifest, appFiles: string[]) {
  const appPages = Object.entries(pages).filter(([, { face }]) => face === "app");
  return Object.fromEntries(
    appPages.map(([key, { path, guard }]) => {
      const source = `src/pages/${key.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}-page.tsx`;
      const calls = guard === "open" ? [] : ["src/lib/compat/endpoints.ts"];
      const bar = findClanPage(path) ? ["src/app/clan-bar.tsx"] : [];
      const files = [source, ...calls, ...bar].flatMap((chunk) => listFiles(manifest, chunk));
      return [key, [...new Set(files)].filter((file) => !appFiles.includes(file))];
    }),
  );
}

function getChunk(manifest: Manifest, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The web build has no ${key}. Run "npm run build" and start again.`);
  return chunk;
}

/** A chunk's own files and, once each, those of everything it imports at load. */
function listFiles(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const { file, css = [], imports = [] } = getChunk(manifest, key);
  for (const path of [file, ...css]) seen.add(`/${path}`);
  for (const name of imports) if (!seen.has(`/${getChunk(manifest, name).file}`)) listFiles(manifest, name, seen);
  return [...seen];
}
