import type { Endpoint } from "@clanhall/contract/endpoint";
import { type TokenScope, tokenScopes } from "@clanhall/contract/permissions";
import { scopeMeanings, tokenDays, tokensMax } from "@clanhall/contract/tokens";
import { callsPerMinute } from "../../access/api-tokens.ts";
import { escapeHtml } from "../../escape-html.ts";
import { type BotExample, botExamples, toCurl } from "./examples.ts";
import { anchorOf } from "./call-entry.ts";

/** What somebody who writes a bot needs to know, with examples. */
export function botGuide(endpoints: Endpoint[], publicUrl: string): string {
  return `<section aria-labelledby="bots"><h2 id="bots">For bots</h2>
<p>A program works on one clan with an API token, without anybody’s password.</p>
<h3 id="token">Make a token</h3>
<p>The clan’s owner opens Clan admin → Integrations, chooses “Make a token” and ticks what it may do. The token is
shown this once; we keep no copy. Send it with every call:</p>
<pre tabindex="0">Authorization: Bearer clh_…</pre>
<p>The bot acts for the owner who made its token, as a maintainer of that clan; elsewhere it is a stranger and finds
nothing. Players see its entries as the maker’s, with the source <code>api</code>.</p>
<h3 id="scopes">What a token may do</h3>
<p>A token has one or more scopes, and one does not include another. All other calls answer 403
<code>forbidden</code>.</p>
<dl>${tokenScopes.map((scope) => toScope(scope, endpoints)).join("")}</dl>
<h3 id="limits">Limits and life</h3>
<ul><li>${callsPerMinute} calls a minute for each token. More are answered with 429 <code>rate_limited</code>; the header
<code>Retry-After</code> says how many seconds to wait.</li>
<li>A token works for as long as its maker chose: ${tokenDays.usual} days unless said otherwise, at most
${tokenDays.most}, or without an end. A clan has at most ${tokensMax}.</li>
<li>It ends at once when the owner deletes it, and while its maker does not manage the clan or is suspended. Then
calls answer 401 <code>unauthorized</code>.</li>
<li>Writing entries is safe to repeat: cells that stand so already come back as <code>unchanged</code>. Calls that make
something new take an <a href="#keys"><code>Idempotency-Key</code></a>; a token opens none of those.</li>
<li>An archived clan is read and not written: 423 <code>locked</code>.</li></ul>
<h3 id="examples">Examples</h3>
<p>The Night Owls have two players, Kara and Tom, and an owner, Ann. Today is their clan day 2026-03-04.</p>
${botExamples.map((example) => toSteps(example, publicUrl)).join("\n")}</section>`;
}

function toScope(scope: TokenScope, endpoints: Endpoint[]): string {
  const calls = endpoints
    .filter(({ token }) => token === scope)
    .map((call) => `<li><a href="#${anchorOf(call)}"><code>${call.method} ${escapeHtml(call.path)}</code></a></li>`);
  return `<dt><code>${scope}</code></dt><dd>${escapeHtml(scopeMeanings[scope])}<ul>${calls.join("")}</ul></dd>`;
}

function toSteps(example: BotExample, publicUrl: string): string {
  const { title, why, status, answer } = example;
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  return `<h4>${escapeHtml(title)}</h4><p>${escapeHtml(why)}</p>
<pre tabindex="0" data-part="request">${escapeHtml(toCurl(example, publicUrl))}</pre>
<p>Answer ${status}:</p><pre tabindex="0" data-part="answer">${escapeHtml(text)}</pre>`;
}
