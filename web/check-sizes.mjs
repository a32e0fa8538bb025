import { existsSync, readFileSync, statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { sampleBoard } from "./build/sample-board.mjs";
import { publicPages } from "./dist/server/render.js";

const folder = new URL("dist/client/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", folder), "utf8"));

/** The longest form of the pages: everything an installation can offer is on. */
const config = {
  product_name: "Clanhall",
  providers: [],
  sign_up: true,
  password_min: 10,
  passkeys: true,
  email_confirmation: true,
  phone_factors: true,
  manual_linking: true,
  analytics: { key: "k", host: "https://analytics.example" },
  discord: true,
  support_contact: "help@clan.example",
  issue_url: "https://issues.example/new",
};

const shell = ["index.html"];
const login = [...shell, "src/pages/login-page.tsx"];
const board = ["src/public-pages/board/enhance-board.ts"];
const dashboard = [...shell, "src/pages/dashboard-page.tsx"];
const players = [...shell, "src/pages/manage-players-page.tsx"];

/** What a visitor has to load for a page, in KB after brotli, or how many files; rows without a budget are for information. */
const rows = [
  { what: "app shell + login: script", entries: login, kind: "script", budget: 119 },
  {
    what: "shell + login + auth client: script",
    entries: [...login, "src/lib/auth-client.ts"],
    kind: "script",
    budget: 139,
  },
  { what: "app shell + login: CSS", entries: login, kind: "css", budget: 12 },
  {
    what: "app shell + sign up: script",
    entries: [...shell, "src/pages/sign-up-page.tsx"],
    kind: "script",
    budget: 120,
  },
  { what: "dashboard: script", entries: dashboard, kind: "script", budget: 150 },
  // On a slow line every further file costs a way there and back, and small ones compress badly.
  { what: "dashboard: script files", filesOf: dashboard, budget: 11 },
  { what: "players: script files", filesOf: players, budget: 14 },
  { what: "dashboard: CSS", entries: dashboard, kind: "css" },
  {
    what: "clan home: its own script",
    entries: ["src/pages/clan-home-page.tsx"],
    kind: "script",
    // The clan bar is there before it, and the charts are not its own.
    without: [...shell, "src/app/clan-bar.tsx", "_charts-"],
    budget: 12,
  },
  {
    what: "palette: its own script",
    entries: ["src/features/palette/palette.tsx"],
    kind: "script",
    without: [...shell, "src/app/shortcuts.tsx", "src/app/clan-bar.tsx"],
    budget: 8,
  },
  {
    what: "player page: its own script",
    entries: ["src/pages/player-page.tsx"],
    kind: "script",
    without: [...shell, "src/app/clan-bar.tsx", "_charts-"],
    budget: 12,
  },
  { what: "screenshots: reading them", chunk: "src/features/screenshots/read-pictures.ts", budget: 25 },
  { what: "entry grid: its own script", chunk: "src/features/entries/grid/grid.tsx", budget: 14 },
  {
    what: "history charts: their own script",
    entries: ["compliance", "calendar", "trends"].map((view) => `src/features/history/${view}.tsx`),
    kind: "script",
    // The form controls of the kit are not theirs alone.
    without: [...shell, "src/pages/activity-history-page.tsx", "_forms-", "_combobox-"],
    budget: 8,
  },
  {
    what: "bulletin editor: its own script",
    entries: ["src/features/bulletins/editor/editor.tsx"],
    kind: "script",
    without: [...shell, "src/pages/bulletins-page.tsx"],
    budget: 120,
  },
  { what: "daily activity: script", entries: ["src/pages/daily-activity-page.tsx"], kind: "script", without: shell },
  { what: "public pages: enhancement script", entries: ["src/public-pages/enhance.ts"], kind: "script", budget: 12 },
  { what: "board: enhancement script", entries: board, kind: "script", budget: 12 },
  { what: "board: styles of its script", entries: board, kind: "assets", budget: 2 },
  { what: "board, 50 players: HTML + CSS", page: "board", budget: 6 },
  { what: "landing: HTML + CSS", page: "landing", budget: 9 },
  { what: "privacy: HTML + CSS", page: "privacy", budget: 7 },
  { what: "not found: HTML + CSS", page: "notFound", budget: 6 },
  { what: "loaded later: auth client", entries: ["src/lib/auth-client.ts"], kind: "script", without: shell },
  { what: "loaded later: analytics", entries: ["_usage-"], kind: "script", without: shell },
];

/** An entry and everything it imports statically, as file names. */
function filesOf(keys, kind, seen = new Set()) {
  return keys.flatMap((key) => {
    const chunk = findChunk(key);
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (seen.has(chunk)) return [];
    seen.add(chunk);
    const own = kind === "script" ? [chunk.file] : (chunk[kind] ?? []);
    return [...own, ...filesOf(chunk.imports ?? [], kind, seen)];
  });
}

/** A source file by its path; a chunk without one by the start of its name. */
function findChunk(key) {
  return manifest[key] ?? Object.entries(manifest).find(([name]) => name.startsWith(key) && name.endsWith(".js"))?.[1];
}

function measure(row) {
  if ("filesOf" in row) return new Set(filesOf(row.filesOf, "script")).size;
  if ("page" in row) return documentBytes(row.page) / 1000;
  return ("chunk" in row ? bytesOf(findChunk(row.chunk).file) : scriptBytes(row)) / 1000;
}

/** What a visitor has to read before the page can be painted. */
function documentBytes(page) {
  const { bootScript, styles, boardStyles } = publicPages;
  const content =
    page === "board"
      ? boardStyles + publicPages.renderBoard(sampleBoard(), config)
      : styles + publicPages.renderPage(page, config);
  return brotliCompressSync(bootScript + content).length;
}

function scriptBytes({ entries, kind, without = [] }) {
  const known = new Set(filesOf(without, kind));
  const files = new Set(filesOf(entries, kind).filter((file) => !known.has(file)));
  return [...files].reduce((sum, file) => sum + bytesOf(file), 0);
}

/** The build has compressed every file worth it. */
function bytesOf(file) {
  const packed = new URL(`${file}.br`, folder);
  return statSync(existsSync(packed) ? packed : new URL(file, folder)).size;
}

const isBuilt = ({ entries = [] }) => entries.every(findChunk);
const results = rows
  .filter((row) => row.budget !== undefined || isBuilt(row))
  .map((row) => ({ ...row, size: measure(row) }));
for (const { what, size, budget, ...row } of results) {
  const unit = "filesOf" in row ? "  " : "KB";
  const state = budget === undefined ? "" : `of ${budget} ${unit}${size > budget ? "  OVER BUDGET" : ""}`;
  process.stdout.write(`${what.padEnd(36)}${size.toFixed(1).padStart(7)} ${unit}  ${state.trimEnd()}\n`);
}
if (results.some(({ size, budget = Infinity }) => size > budget)) process.exitCode = 1;
