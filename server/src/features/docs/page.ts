import type { Endpoint } from "@clanhall/contract/endpoint";
import { type ErrorCode, statusOfError } from "@clanhall/contract/errors";
import { productName } from "@clanhall/contract/pages";
import { type TokenScope, tokenScopes } from "@clanhall/contract/permissions";
import { defaultTheme } from "@clanhall/contract/theme-choice";
import { themes } from "@clanhall/contract/themes";
import { scopeMeanings, tokenDays, tokensMax } from "@clanhall/contract/tokens";
import { z } from "zod";
import { callsPerMinute } from "../../access/api-tokens.ts";
import { escapeHtml } from "../../escape-html.ts";
import { heavyCallsAtOnce } from "../../http/call-limits.ts";
import { keyDays } from "../../http/idempotency.queries.ts";
import { acceptsIdempotencyKey } from "../../http/idempotency.ts";
import { type BotExample, botExamples, toCurl } from "./examples.ts";
import { groupBySubject, type Subject } from "./names.ts";

const colors = themes[defaultTheme].colors;

export const docsStyles = `
body{margin:0;background:${colors["surface-light"]};color:${colors["text-primary"]};font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1,h2,h3,h4{font-family:Georgia,serif;line-height:1.2}
h2{margin-top:2.5rem}
h3{margin-top:1.75rem}
a{color:${colors.primary}}
a,code,td,dd{overflow-wrap:anywhere}
nav{background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:10px;padding:.5rem 1rem}
nav li{padding:.2rem 0}
nav ul ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;list-style:none;padding:0}
dt{margin-top:1rem;font-weight:600}
dd{margin:0}
dd ul{padding-left:1.25rem}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid ${colors["surface-grey"]};padding:.4rem .75rem .4rem 0;text-align:left;vertical-align:top;font-weight:400}
thead th{font-weight:600}
details{background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:10px;margin:.5rem 0;padding:.6rem .9rem}
summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
summary b{min-width:4rem;color:${colors.primary};font-size:.85rem}
summary code{font-weight:600}
summary span{color:${colors["text-secondary"]};font-size:.9rem}
pre{background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:8px;padding:.75rem;max-height:28rem;overflow:auto;font-size:.8rem}
details pre{background:${colors["surface-light"]}}
`;

/** How to use the API, then a list of every call by subject; needs no script. */
export function docsPage(endpoints: Endpoint[], publicUrl: string): string {
  const subjects = groupBySubject(endpoints);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>API – ${productName}</title>
<meta name="robots" content="noindex"><style>${docsStyles}</style></head>
<body><main><h1>${productName} API</h1>
<p>JSON over HTTP. Signed-in calls carry <code>Authorization: Bearer …</code>.
Machine-readable, for client generators: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${contents(subjects)}
${botGuide(endpoints, publicUrl)}
${generalRules()}
<section aria-labelledby="calls"><h2 id="calls">The calls</h2>
${subjects.map(callSection).join("\n")}</section></main></body></html>`;
}

function contents(subjects: Subject[]): string {
  const calls = subjects.map(({ name }) => `<li><a href="#calls-${toAnchor(name)}">${escapeHtml(name)}</a></li>`);
  return `<nav aria-label="On this page"><ul>
<li><a href="#bots">For bots</a><ul>
<li><a href="#token">Create a token</a></li><li><a href="#scopes">What a token may do</a></li>
<li><a href="#limits">Limits and expiry</a></li><li><a href="#examples">Examples</a></li></ul></li>
<li><a href="#every-call">Every call</a><ul>
<li><a href="#errors">Errors</a></li><li><a href="#etags">Conditional reads</a></li>
<li><a href="#versions">Versions</a></li><li><a href="#keys">Idempotency keys</a></li>
<li><a href="#cursors">Long lists</a></li></ul></li>
<li><a href="#calls">The calls</a><ul>${calls.join("")}</ul></li></ul></nav>`;
}

function callSection({ name, description, calls }: Subject): string {
  return `<section><h3 id="calls-${toAnchor(name)}">${escapeHtml(name)}</h3><p>${escapeHtml(description)}.</p>
${calls.map(callDetails).join("")}</section>`;
}

/** One call, folded until somebody opens it. */
function callDetails(endpoint: Endpoint): string {
  const { method, path, access, token, cost, etag, summary, params, query, body, response, content } = endpoint;
  const who = typeof access === "string" ? access : access.clan;
  const bot = token ? ` API token with the scope <code>${token}</code>.` : "";
  const key = acceptsIdempotencyKey(endpoint) ? ' Takes an <a href="#keys"><code>Idempotency-Key</code></a>.' : "";
  const heavy = cost === "heavy" ? ' A <a href="#heavy">heavy call</a>.' : "";
  const conditional = etag ? ' Answers with an <a href="#etags"><code>ETag</code></a>.' : "";
  const answer = content ? `<p>Answers <code>${content}</code>.</p>` : schemaBlock("Answer", response);
  return `<details id="${anchorOf(endpoint)}"><summary><b>${method}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>
<p>Access: <code>${who}</code>.${bot}${heavy}${key}${conditional}</p>${schemaBlock("Path", params)}${schemaBlock("Query", query)}${schemaBlock("Body", body)}${answer}</details>`;
}

function anchorOf({ method, path }: Endpoint): string {
  return method.toLowerCase() + toAnchor(path);
}

function toAnchor(text: string): string {
  return text.replaceAll(/[^a-zA-Z0-9]+/g, "-");
}

function schemaBlock(title: string, schema: z.ZodType | undefined): string {
  if (!schema) return "";
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return `<p>${title}</p><pre tabindex="0">${escapeHtml(JSON.stringify(shape, null, 2))}</pre>`;
}

/** What the author of a bot needs to know, with examples. */
function botGuide(endpoints: Endpoint[], publicUrl: string): string {
  return `<section aria-labelledby="bots"><h2 id="bots">For bots</h2>
<p>A program works on one clan with an API token, without anyone’s password.</p>
<h3 id="token">Create a token</h3>
<p>The clan’s owner opens Clan admin → Integrations, chooses “Create a token” and ticks what it may do. The token is
shown only once; we keep no copy. Send it with every call:</p>
<pre tabindex="0">Authorization: Bearer clh_…</pre>
<p>The bot acts for the owner who created its token, as a maintainer of that clan; it cannot see any other clan.
Players see its entries as the owner’s, with the source <code>api</code>.</p>
<h3 id="scopes">What a token may do</h3>
<p>A token has one or more scopes, and one does not include another. All other calls answer 403
<code>forbidden</code>.</p>
<dl>${tokenScopes.map((scope) => scopeItem(scope, endpoints)).join("")}</dl>
<h3 id="limits">Limits and expiry</h3>
<ul><li>${callsPerMinute} calls a minute for each token. More are answered with 429 <code>rate_limited</code>; the header
<code>Retry-After</code> says how many seconds to wait.</li>
<li id="heavy">Calls that take much computing are marked as heavy below. At most ${heavyCallsAtOnce} of them run at a time for
each account: all tokens of one owner and what the owner does in the browser count together. Any more are answered with
429 <code>rate_limited</code> too; wait until one of them is done.</li>
<li>A token works for ${tokenDays.usual} days unless its owner chose otherwise: at most ${tokenDays.most} days, or no
expiry. A clan can have at most ${tokensMax} tokens.</li>
<li>It stops working immediately when the owner deletes it, and while its owner does not manage the clan or is
suspended. Then calls answer 401 <code>unauthorized</code>.</li>
<li>Writing entries is safe to repeat: cells that already have the value come back as <code>unchanged</code>. Calls that
create something take an <a href="#keys"><code>Idempotency-Key</code></a>; tokens cannot make any of those.</li>
<li>An archived clan can be read but not changed: 423 <code>locked</code>.</li></ul>
<h3 id="examples">Examples</h3>
<p>The Night Owls have two players, Kara and Tom, and an owner, Ann. Today is their clan day 2026-03-04.</p>
${botExamples.map((example) => exampleSteps(example, publicUrl)).join("\n")}</section>`;
}

function scopeItem(scope: TokenScope, endpoints: Endpoint[]): string {
  const calls = endpoints
    .filter(({ token }) => token === scope)
    .map((call) => `<li><a href="#${anchorOf(call)}"><code>${call.method} ${escapeHtml(call.path)}</code></a></li>`);
  return `<dt><code>${scope}</code></dt><dd>${escapeHtml(scopeMeanings[scope])}<ul>${calls.join("")}</ul></dd>`;
}

function exampleSteps(example: BotExample, publicUrl: string): string {
  const { title, why, status, answer } = example;
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return `<h4>${escapeHtml(title)}</h4><p>${escapeHtml(why)}</p>
<pre tabindex="0" data-part="request">${escapeHtml(toCurl(example, publicUrl))}</pre>
<p>Answer ${status}:</p><pre tabindex="0" data-part="answer">${escapeHtml(text)}</pre>`;
}

const errorMeanings: Record<ErrorCode, string> = {
  validation_failed: "Something in the request is not valid; <code>details</code> names each field.",
  unauthorized: "No token, or one that is unknown or expired.",
  forbidden: "The caller may not do this: another role or scope is needed.",
  mfa_required: "The second factor of the account is still missing.",
  not_found: "It does not exist, or the caller may not see it.",
  method_not_allowed: "The address exists but does not take this method.",
  conflict: "It has changed since. <code>current</code> is the row as it is now, where there is one.",
  gone: "It existed, but has ended.",
  payload_too_large: "The body is too large.",
  unsupported_media_type: "Send bodies as <code>application/json</code>.",
  locked: "It can be read but not changed now: a locked day, an archived clan.",
  rate_limited: "Too many calls. Wait as many seconds as <code>Retry-After</code> says.",
  internal: "A fault on our side. Include the <code>request_id</code> when you report it.",
  unavailable: "The database is unavailable for a moment. Wait as <code>Retry-After</code> says.",
};

/** What holds for all calls alike. */
function generalRules(): string {
  return `<section aria-labelledby="every-call"><h2 id="every-call">Every call</h2>
<p>Ids are UUIDs, times are UTC such as <code>2026-03-04T18:30:00.000Z</code>, clan days are <code>YYYY-MM-DD</code>.
Unknown keys in a body, or in the query of a call that takes one, are refused, not ignored.</p>
<h3 id="errors">Errors</h3>
<p>Every refusal has the shape <code>{ error, message, details?, current?, changed_by?, changed_at?, retry_after?, request_id }</code>. Rely on
<code>error</code>: the message is a sentence for people and may change.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(statusOfError).map(errorRow).join("")}</tbody></table>
<h3 id="etags">Conditional reads</h3>
<p>Some reads answer with an <code>ETag</code>, such as a day, the standings, rosters and boards. Send it back as
<code>If-None-Match</code>: when nothing changed, the answer is 304 without a body.</p>
<h3 id="versions">Versions</h3>
<p>What people change carries a <code>version</code>. Send the one that you read. If someone else changed it first, nothing is
changed and the answer is 409 <code>conflict</code>, with the row as it is now under <code>current</code>, and who
changed it when under <code>changed_by</code> and <code>changed_at</code>.</p>
<h3 id="keys">Idempotency keys</h3>
<p>Calls by <code>POST</code> that need a caller take the header <code>Idempotency-Key</code>, 1 to 100 visible
characters of your choice. The same request with the same key is done once and answered the same again, so a call
whose answer got lost is safe to repeat. A key is remembered for ${keyDays} days. A refused request may be tried again
with its key. A key is refused with 409 <code>conflict</code>:</p>
<ul><li>with <code>Retry-After</code> while the first request is still in progress;</li>
<li>without it when the first had another address or body;</li>
<li>without it when the first was interrupted after it had started, or its answer is no longer kept because newer answers
needed the space. Check whether it was done, then use a new key.</li></ul>
<h3 id="cursors">Long lists</h3>
<p>Long lists come in pages, with <code>next_cursor</code> beside the rows. <code>limit</code> says how many rows a page
has: at most 200, or 5,000 players of a roster. Pass <code>next_cursor</code> as <code>cursor</code> to read on; without
one the list is at its end.</p></section>`;
}

function errorRow([code, status]: [string, number]): string {
  return `<tr><th scope="row"><code>${code}</code></th><td>${status}</td><td>${errorMeanings[code as ErrorCode]}</td></tr>`;
}
