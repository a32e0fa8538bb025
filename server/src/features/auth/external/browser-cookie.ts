import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** As long as somebody may take at the provider. */
export const flowLifeMs = 600_000;

/** A browser takes the prefix, which keeps other hosts from planting the cookie, only over an encrypted connection. */
function toName(publicUrl: string): string {
  return isEncrypted(publicUrl) ? "__Host-clanhall-flow" : "clanhall-flow";
}

function isEncrypted(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}

/** The random value by which we know the browser again, if it has one. */
export function findBrowser({ headers }: FastifyRequest, publicUrl: string): string | null {
  const start = `${toName(publicUrl)}=`;
  const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return value && /^[\w-]{43}$/.test(value) ? value : null;
}

/** One value for all tabs of the browser, so that sign-ins in several of them do not disturb each other. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const browser = findBrowser(request, publicUrl) ?? randomBytes(32).toString("base64url");
  const parts = [
    `${toName(publicUrl)}=${browser}`,
    "Path=/",
    `Max-Age=${flowLifeMs / 1000}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isEncrypted(publicUrl) ? ["Secure"] : []),
  ];
  reply.header("set-cookie", parts.join("; "));
  return browser;
}
