import { createHash } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import helmet from "helmet";

/** Asks the browser to run and style only what we ship; the hashes are those of the inlined boot script and styles. */
export function contentSecurityPolicy(parts: { scripts: string[]; styles: string[]; connect: string[] }) {
  return {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...parts.scripts.map(toHashSource)],
    "style-src": ["'self'", ...parts.styles.map(toHashSource)],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...parts.connect],
    "manifest-src": ["'self'"],
    "frame-src": ["'self'"],
    "frame-ancestors": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    // Who may turn text into HTML: what cleans bulletins, and what the editor reads a paste with.
    "trusted-types": ["dompurify", "ProseMirrorClipboard"],
    "report-uri": ["/api/csp-reports"],
  };
}

/** For an answer that is no page: nothing in it may run, load or be framed, and the line carries a fifth of the bytes. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

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

export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

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
