import { type ErrorCode, statusOfError } from "@clanhall/contract/errors";
import { keyDays } from "../../http/idempotency.queries.ts";

const meanings: Record<ErrorCode, string> = {
  validation_failed: "Something in the request is not right; <code>details</code> names each field.",
  unauthorized: "No token, or one that is unknown, expired or ended.",
  forbidden: "The caller is known and may not do this: another role or scope is needed.",
  mfa_required: "The second factor of the account is still missing.",
  not_found: "It does not exist, or the caller may not know that it does.",
  method_not_allowed: "The address exists, and does not take this method.",
  conflict: "It stands otherwise by now. <code>current</code> is the row as it is, where there is one.",
  gone: "It was here, and is over.",
  payload_too_large: "The body is too large.",
  unsupported_media_type: "Send bodies as <code>application/json</code>.",
  locked: "It can be read and not changed now: a locked day, an archived clan.",
  rate_limited: "Too many calls. Wait as many seconds as <code>Retry-After</code> says.",
  internal: "A fault on our side. Tell us the <code>request_id</code>.",
  unavailable: "The database is away for a moment. Wait as <code>Retry-After</code> says.",
};

/** What holds for all calls alike. */
export function everyCall(): string {
  return `<section aria-labelledby="every-call"><h2 id="every-call">Every call</h2>
<p>Ids are UUIDs, moments are UTC such as <code>2026-03-04T18:30:00.000Z</code>, clan days are <code>YYYY-MM-DD</code>.
A key that a call does not know is refused, not ignored.</p>
<h3 id="errors">Errors</h3>
<p>Every refusal has the shape <code>{ error, message, details?, current?, changed_by?, changed_at?, retry_after?, request_id }</code>. Go by
<code>error</code>: the message is a sentence for people and may change.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(statusOfError).map(toErrorRow).join("")}</tbody></table>
<h3 id="etags">Asking again</h3>
<p>Some reads answer with an <code>ETag</code>, such as a day or the standings. Send it back as
<code>If-None-Match</code>: when nothing changed, the answer is 304 without a body.</p>
<h3 id="versions">Versions</h3>
<p>What people change carries a <code>version</code>. Send the one that you saw. If somebody was faster, nothing is
changed and the answer is 409 <code>conflict</code>, with the row as it is now under <code>current</code>, and who
changed it when under <code>changed_by</code> and <code>changed_at</code>.</p>
<h3 id="keys">Idempotency keys</h3>
<p>Calls by <code>POST</code> that need a caller take the header <code>Idempotency-Key</code>, 1 to 100 visible
characters of your choice. The same request with the same key is done once and answered the same again, so a call
whose answer got lost is safe to repeat. A key is remembered for ${keyDays} days. With another address or body it is
refused with 409 <code>conflict</code>; so is a repetition while the first is still at work, with
<code>Retry-After</code>. A 409 without it says that the first was interrupted after it had begun to be carried out: look
whether it is done. What was refused may be tried again with its key.</p>
<h3 id="cursors">Long lists</h3>
<p>Long lists come as <code>{ items, next_cursor }</code>, at most 200 at once by <code>limit</code>. Pass
<code>next_cursor</code> as <code>cursor</code> to read on; without one the list is at its end.</p></section>`;
}

function toErrorRow([code, status]: [string, number]): string {
  return `<tr><th scope="row"><code>${code}</code></th><td>${status}</td><td>${meanings[code as ErrorCode]}</td></tr>`;
}
