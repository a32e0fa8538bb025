import { createHash } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";

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
    "trusted-types": ["'none'"],
    "report-uri": ["/api/csp-reports"],
  };
}

export function toHashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

export async function setSecurityHeaders(
  app: FastifyInstance,
  policy: ReturnType<typeof contentSecurityPolicy>,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header(
      "permissions-policy",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    );
  });
}

/** Adds a source to one directive of the policy already set on this answer. */
export function allowOnThisAnswer(reply: FastifyReply, directive: string, source: string): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header("content-security-policy", policy.replace(`${directive} `, `${directive} ${source} `));
}
