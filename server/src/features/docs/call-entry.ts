import type { Endpoint } from "@clanhall/contract/endpoint";
import { z } from "zod";
import { escapeHtml } from "../../escape-html.ts";
import { takesKey } from "../../http/idempotency.ts";

/** Where the page describes this call. */
export function anchorOf({ method, path }: Endpoint): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^a-zA-Z0-9]+/g, "-")}`;
}

/** One call, folded until somebody wants to know more. */
export function toEntry(endpoint: Endpoint): string {
  const { method, path, access, token, summary, params, query, body, response, content } = endpoint;
  const who = typeof access === "string" ? access : access.clan;
  const bot = token ? ` API token with the scope <code>${token}</code>.` : "";
  const key = takesKey(endpoint) ? ' Takes an <a href="#keys"><code>Idempotency-Key</code></a>.' : "";
  const answer = content ? `<p>Answers <code>${content}</code>.</p>` : toBlock("Answer", response);
  return `<details id="${anchorOf(endpoint)}"><summary><b>${method}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>
<p>Access: <code>${who}</code>.${bot}${key}</p>${toBlock("Path", params)}${toBlock("Query", query)}${toBlock("Body", body)}${answer}</details>`;
}

function toBlock(title: string, schema: z.ZodType | undefined): string {
  if (!schema) return "";
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return `<p>${title}</p><pre tabindex="0">${escapeHtml(JSON.stringify(shape, null, 2))}</pre>`;
}
