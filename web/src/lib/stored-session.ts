import { asRecord, readText, textOf } from "./read-answer.ts";
import { readStored, writeStored } from "./stored.ts";

export const sessionKey = "clanhall-auth";
/** No session outlives this, however often it is refreshed. */
const maxLifeMs = 90 * 24 * 60 * 60 * 1000;

export interface StoredSession {
  userId: string;
  accessToken: string;
  expiresAtMs: number | null;
}

/** The session entry the auth client keeps, or null when there is none that names its user. */
export function readStoredSession(): StoredSession | null {
  const entry = asRecord(parse(readStored(sessionKey)));
  const accessToken = textOf(entry.access_token);
  const user = asRecord(entry.user);
  const userId = textOf(user.id) ?? readText(user, "user_id");
  if (!accessToken || !userId || !textOf(entry.refresh_token)) return null;
  const expiresAt = Number(entry.expires_at);
  return { userId, accessToken, expiresAtMs: Number.isFinite(expiresAt) ? expiresAt * 1000 : null };
}

/** Removes an entry nobody can use any more: unreadable, without refresh token, from another host, or past its life. */
export function dropStaleSession(host: string, now: number): void {
  if (readStored(sessionKey) === null) return;
  const entry = asRecord(parse(readStored(sessionKey)));
  const token = textOf(entry.access_token) ?? "";
  if (textOf(entry.refresh_token) && !isForeign(token, host) && !isPastItsLife(token, now)) return;
  writeStored(sessionKey, null);
}

function isForeign(token: string, host: string): boolean {
  const issuer = textOf(claimsOf(token).iss);
  return issuer === undefined || !URL.canParse(issuer) || new URL(issuer).host !== host;
}

/** A merely expired access token is refreshed, never dropped: the first sign-in counts, not the last refresh. */
function isPastItsLife(token: string, now: number): boolean {
  const { exp, iat, amr } = claimsOf(token);
  const methods = Array.isArray(amr) ? amr.map((method) => Number(asRecord(method).timestamp)) : [];
  const startedAt = Math.min(...[Number(iat), ...methods].filter(Number.isFinite));
  return Number(exp) * 1000 < now && startedAt * 1000 + maxLifeMs < now;
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return asRecord(JSON.parse(atob(payload)));
  } catch {
    return {};
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
