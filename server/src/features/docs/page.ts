import type { Endpoint } from "@clanhall/contract/endpoint";
import { productName } from "@clanhall/contract/pages";
import { escapeHtml } from "../../escape-html.ts";
import { botGuide } from "./bot-guide.ts";
import { toEntry } from "./call-entry.ts";
import { docsStyles } from "./docs-styles.ts";
import { everyCall } from "./every-call.ts";

/** How to use the API, then a list of every call, grouped by the first word of its path; needs no script. */
export function docsPage(endpoints: Endpoint[], publicUrl: string): string {
  const groups = Map.groupBy(endpoints, ({ path }) => path.replace(/^\/api/, "").split("/")[1] ?? "");
  const sorted = [...groups].toSorted(([a], [b]) => a.localeCompare(b));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>API – ${productName}</title>
<meta name="robots" content="noindex"><style>${docsStyles}</style></head>
<body><main><h1>${productName} API</h1>
<p>JSON over HTTP. Signed-in calls carry <code>Authorization: Bearer …</code>.
Machine-readable: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${toContents(sorted.map(([name]) => name))}
${botGuide(endpoints, publicUrl)}
${everyCall()}
<section aria-labelledby="calls"><h2 id="calls">The calls</h2>
${sorted.map(([name, calls]) => toSection(name, calls)).join("\n")}</section></main></body></html>`;
}

function toContents(groups: string[]): string {
  const calls = groups.map((name) => `<li><a href="#calls-${escapeHtml(name)}">${escapeHtml(name)}</a></li>`);
  return `<nav aria-label="On this page"><ul>
<li><a href="#bots">For bots</a><ul>
<li><a href="#token">Make a token</a></li><li><a href="#scopes">What a token may do</a></li>
<li><a href="#limits">Limits and life</a></li><li><a href="#examples">Examples</a></li></ul></li>
<li><a href="#every-call">Every call</a><ul>
<li><a href="#errors">Errors</a></li><li><a href="#etags">Asking again</a></li>
<li><a href="#versions">Versions</a></li><li><a href="#keys">Idempotency keys</a></li>
<li><a href="#cursors">Long lists</a></li></ul></li>
<li><a href="#calls">The calls</a><ul>${calls.join("")}</ul></li></ul></nav>`;
}

function toSection(name: string, endpoints: Endpoint[]): string {
  return `<section><h3 id="calls-${escapeHtml(name)}">${escapeHtml(name)}</h3>${endpoints.map(toEntry).join("")}</section>`;
}
