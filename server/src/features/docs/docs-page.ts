import type { Endpoint } from "@clanhall/contract/endpoint";
import { productName } from "@clanhall/contract/pages";
import { defaultTheme, themes } from "@clanhall/contract/themes";
import { z } from "zod";
import { escapeHtml } from "../../escape-html.ts";

const colors = themes[defaultTheme].colors;

export const docsStyles = `
body{margin:0;background:${colors["surface-light"]};color:${colors["text-primary"]};font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1,h2{font-family:Georgia,serif;line-height:1.2}
a{color:${colors.primary}}
details{background:${colors["surface-white"]};border:1px solid ${colors["surface-grey"]};border-radius:10px;margin:.5rem 0;padding:.6rem .9rem}
summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
summary b{min-width:4rem;color:${colors.primary};font-size:.85rem}
summary code{font-weight:600;overflow-wrap:anywhere}
summary span{color:${colors["text-secondary"]};font-size:.9rem}
pre{background:${colors["surface-light"]};border-radius:8px;padding:.75rem;overflow:auto;font-size:.8rem}
`;

/** A readable list of every call, grouped by the first word of its path; needs no script. */
export function docsPage(endpoints: Endpoint[]): string {
  const groups = Map.groupBy(endpoints, ({ path }) => path.replace(/^\/api/, "").split("/")[1] ?? "");
  const sections = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, calls]) => toSection(name, calls));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>API – ${productName}</title>
<meta name="robots" content="noindex"><style>${docsStyles}</style></head>
<body><main><h1>${productName} API</h1>
<p>JSON over HTTP. Signed-in calls carry <code>Authorization: Bearer …</code>. Every refusal has the shape
<code>{ error, message, details?, request_id }</code>. Machine-readable: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${sections.join("\n")}</main></body></html>`;
}

function toSection(name: string, endpoints: Endpoint[]): string {
  return `<section><h2>${escapeHtml(name)}</h2>${endpoints.map(toEntry).join("")}</section>`;
}

function toEntry({ method, path, access, summary, params, query, body, response, content }: Endpoint): string {
  const who = typeof access === "string" ? access : access.clan;
  const answer = content ? `<p>Answers <code>${content}</code>.</p>` : toBlock("Answer", response);
  return `<details><summary><b>${method}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>
<p>Access: <code>${who}</code></p>${toBlock("Path", params)}${toBlock("Query", query)}${toBlock("Body", body)}${answer}</details>`;
}

function toBlock(title: string, schema: z.ZodType | undefined): string {
  if (!schema) return "";
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return `<p>${title}</p><pre tabindex="0">${escapeHtml(JSON.stringify(shape, null, 2))}</pre>`;
}
