import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const folder = new URL("dist/client/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", folder), "utf8"));
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

const shell = ["index.html"];
const login = [...shell, "src/pages/login-page.tsx"];
const dashboard = [...shell, "src/pages/dashboard-page.tsx"];

/** What a visitor has to load for a page, in KB after brotli; rows without a budget are for information. */
const rows = [
  { what: "app shell + login: script", entries: login, kind: "script", budget: 125 },
  { what: "app shell + login: CSS", entries: login, kind: "css", budget: 12 },
  { what: "dashboard: script", entries: dashboard, kind: "script", budget: 165 },
  { what: "dashboard: CSS", entries: dashboard, kind: "css" },
  { what: "public face: enhancement script", entries: ["src/public-pages/enhance.ts"], kind: "script", budget: 12 },
  { what: "loaded later: auth client", entries: ["src/lib/auth-client.ts"], kind: "script", without: shell },
  { what: "loaded later: toasts", entries: ["src/ui/toast-host.tsx"], kind: "script", without: shell },
  { what: "loaded later: analytics", entries: ["_usage-"], kind: "script", without: shell },
];

/** An entry and everything it imports statically, as file names. */
function filesOf(keys, kind, seen = new Set()) {
  return keys.flatMap((key) => {
    const chunk = findChunk(key);
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (seen.has(chunk)) return [];
    seen.add(chunk);
    const own = kind === "css" ? (chunk.css ?? []) : [chunk.file];
    return [...own, ...filesOf(chunk.imports ?? [], kind, seen)];
  });
}

/** A source file by its path; a chunk without one by the start of its name. */
function findChunk(key) {
  return manifest[key] ?? Object.entries(manifest).find(([name]) => name.startsWith(key))?.[1];
}

function kilobytesOf({ entries, kind, without = [] }) {
  const known = new Set(filesOf(without, kind));
  const files = new Set(filesOf(entries, kind).filter((file) => !known.has(file)));
  const sizes = [...files].map((file) => brotliCompressSync(readFileSync(new URL(file, folder)), { params }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const isBuilt = ({ entries }) => entries.every(findChunk);
const results = rows
  .filter((row) => row.budget !== undefined || isBuilt(row))
  .map((row) => ({ ...row, size: kilobytesOf(row) }));
for (const { what, size, budget } of results) {
  const verdict = budget === undefined ? "" : `of ${budget} KB${size > budget ? "  OVER BUDGET" : ""}`;
  process.stdout.write(`${what.padEnd(36)}${size.toFixed(1).padStart(7)} KB  ${verdict}\n`);
}
if (results.some(({ size, budget = Infinity }) => size > budget)) process.exitCode = 1;
