import { createHash } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import helmet from "helmet";
import { z } from "zod";
import { ApiError } from "../errors.ts";
import { toLoggedPath } from "./logging.ts";

/** Asks the browser to run and style only what we ship; the hashes are those of the inlined boot script and styles. */
export function contentSecurityPolicy(parts: { scripts: string[]; styles: string[]; connect: string[] }) {
  return {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...parts.scripts.map(toHashSource)],
    "style-src": ["'self'", ...parts.styles.map(toHashSource)],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...parts.connect],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "frame-src": ["'self'"],
    "frame-ancestors": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    // Who may turn text into HTML: what cleans bulletins, and what the editor reads a paste with. And who may name the
    // address of the worker that reads screenshots, and of the one that takes those that a phone shares.
    "trusted-types": ["dompurify", "ProseMirrorClipboard", "ocr-worker", "share-worker"],
    "report-uri": ["/api/csp-reports"],
  };
}

/**
 * For the worker that reads screenshots. It has the policy of its own answer, so that no document may run WebAssembly.
 * It loads its parts by `importScripts`, which knows no trusted types.
 */
export const ocrWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

export function toHashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Every answer carries the same headers, so they are worked out once. */
export function toSecurityHeaders(policy: ReturnType<typeof contentSecurityPolicy>): Record<string, string> {
  return {
    ...helmetHeaders(policy),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  };
}

/** What only a page makes use of. */
const ofPages = new Set(["origin-agent-cluster", "x-dns-prefetch-control"]);

/** For an answer that is no page: nothing in it may run, load or be framed, and it is 600 bytes shorter. */
export function toDataHeaders(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !ofPages.has(name));
  return { ...Object.fromEntries(kept), "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };
}

/** Sets them on every answer, and takes the browsers' reports of what the policy stopped. */
export const securityHeaders = fastifyPlugin(
  async (app: FastifyInstance, { headers }: { headers: Record<string, string> }) => {
    const dataHeaders = toDataHeaders(headers);
    app.addHook("onRequest", (request, reply, done) => {
      const { endpoint } = request.routeOptions.config;
      const isData = endpoint !== undefined && endpoint.content !== "text/html";
      reply.headers(isData ? dataHeaders : headers);
      done();
    });
    await takeCspReports(app);
  },
  { name: "security-headers", dependencies: ["access-declared", "body"] },
);

/** What Helmet sets on an answer, read off one that is never sent. */
function helmetHeaders(policy: ReturnType<typeof contentSecurityPolicy>): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: "strict-origin" },
    // For browsers and plug-ins that are gone; every header costs every answer.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  protect(request, answer, (error) => {
    if (error) throw error instanceof Error ? error : new Error("The security headers are not usable");
  });
  return Object.fromEntries(answer.getHeaderNames().map((name) => [name, String(answer.getHeader(name))]));
}

/** The same headers for an answer that any site may show in a frame. */
export function toFramedHeaders(headers: Record<string, string>): Record<string, string> {
  const { "x-frame-options": _forbidden, "content-security-policy": policy = "", ...others } = headers;
  return { ...others, "content-security-policy": policy.replace("frame-ancestors 'self'", "frame-ancestors *") };
}

/** Adds a source to one directive of the policy already set on this answer. */
export function allowOnThisAnswer(reply: FastifyReply, directive: string, source: string): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header("content-security-policy", policy.replace(`${directive} `, `${directive} ${source} `));
}

const cut = (length: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.slice(0, length));

/** As much of a report as is worth a line. Browsers add fields as they please. */
const report = z.object({
  "csp-report": z.object({
    "violated-directive": cut(100),
    "blocked-uri": cut(200),
    "document-uri": cut(2_000).transform((page) =>
      URL.canParse(page) ? toLoggedPath(new URL(page).pathname).slice(0, 200) : "",
    ),
  }),
});

const windowMs = 60_000;
/** Anybody may send reports, so only so many of them become lines within a window, each kind once. */
const linesPerWindow = 20;

/** Where browsers report that a page tried something its policy forbids. */
async function takeCspReports(app: FastifyInstance): Promise<void> {
  const shouldLog = createSampling();
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/csp-report",
      { parseAs: "string" },
      scope.getDefaultJsonParser("error", "error"),
    );
    scope.post("/api/csp-reports", { config: { access: "public" }, bodyLimit: 16_384 }, (request, reply) => {
      const line = readReport(request);
      const sample = shouldLog(JSON.stringify(line));
      if (sample) request.log.warn({ ...line, ...sample }, "a page broke its content security policy");
      return reply.code(204).send();
    });
  });
}

function readReport({ body }: FastifyRequest) {
  const { data } = report.safeParse(body);
  if (!data) throw new ApiError("validation_failed", "This is not a report of a content security policy");
  const { "violated-directive": directive, "blocked-uri": blocked, "document-uri": path } = data["csp-report"];
  return { directive, blocked, path };
}

/** Says whether a line is worth writing, and how many were left out since the last one. */
function createSampling() {
  let seen = new Set<string>();
  let startedAt = 0;
  let left_out = 0;
  return (line: string, now = Date.now()): { left_out: number } | null => {
    if (now - startedAt >= windowMs) {
      seen = new Set();
      startedAt = now;
    }
    if (seen.has(line) || seen.size >= linesPerWindow) {
      left_out += 1;
      return null;
    }
    seen.add(line);
    const sample = { left_out };
    left_out = 0;
    return sample;
  };
}
