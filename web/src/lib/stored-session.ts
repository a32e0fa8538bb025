import { asRecord, readList, readText, textOf } from "./compat/read-answer.ts";
import { authTokenKey, readStored, sessionKey, writeStored } from "./shared/storage.ts";
import { subscribe } from "./services.ts";

export const devUserKey = "dev_user_id";
/** The longest that a server can grant (AUTH_MAX_DAYS): no session outlives it, however often it is refreshed. */
const maxLifeMs = 365 * 24 * 60 * 60 * 1000;

/** A way to prove oneself a second time. */
export interface SecondFactor {
  id: string;
  type: "totp" | "phone" | "webauthn";
  name: string | null;
  phone: string | null;
}

export interface StoredSession {
  userId: string;
  accessToken: string;
  refreshToken: string;
  expiresAtMs: number | null;
  /** Of these one still has to be confirmed before the sign-in is whole; empty when it is. */
  pendingFactors: SecondFactor[];
}

/** The session entry the auth client keeps, or null when there is none that names its user. */
export function readStoredSession(): StoredSession | null {
  const entry = asRecord(parse(readStored(sessionKey)));
  const accessToken = textOf(entry.access_token);
  const user = asRecord(entry.user);
  const userId = textOf(user.id) ?? readText(user, "user_id");
  const refreshToken = textOf(entry.refresh_token);
  if (!accessToken || !userId || !refreshToken) return null;
  const expiresAt = Number(entry.expires_at);
  return {
    userId,
    accessToken,
    refreshToken,
    expiresAtMs: Number.isFinite(expiresAt) ? expiresAt * 1000 : null,
    pendingFactors: claimsOf(accessToken).aal === "aal2" ? [] : readFactors(user),
  };
}

/** Only what was verified counts; recovery codes belong to the other factors and are none by themselves. */
function readFactors(user: Record<string, unknown>): SecondFactor[] {
  return readList(user.factors).flatMap(({ id, factor_type: type, status, friendly_name: name, phone }) => {
    const isUsable =
      (type === "totp" || type === "phone" || type === "webauthn") && status === "verified" && typeof id === "string";
    return isUsable ? [{ id, type, name: textOf(name) ?? null, phone: textOf(phone) ?? null }] : [];
  });
}

/** Whether a passkey is to be offered on this browser ("due"), or was ("made"). */
export const passkeyOfferKey = "passkey_offer";

/** For somebody who comes in by a password; said before they are in, because the page that offers it looks then. */
export function offerPasskey(): void {
  if (readStored(passkeyOfferKey) === null) writeStored(passkeyOfferKey, "due");
}

/** Whether somebody came in by a link that was sent to choose a password; such a link counts for an hour. */
export function isPasswordDue(): boolean {
  const { iat, amr } = claimsOf(readStoredSession()?.accessToken ?? "");
  return readList(amr).some(({ method, timestamp }) => {
    // Both times are the server's, so that a wrong clock here does no harm.
    return (method === "recovery" || method === "invite") && Number(iat) - Number(timestamp) < 3600;
  });
}

/**
 * Removes an entry nobody can use any more: unreadable, without refresh token, past its life, or issued by another host
 * than the server's own. The address bar does not decide: a server is reached by several names and issues under one.
 */
export function dropStaleSession(issuer: URL | null, now: number): void {
  if (readStored(sessionKey) === null) return;
  const entry = asRecord(parse(readStored(sessionKey)));
  const token = textOf(entry.access_token) ?? "";
  if (textOf(entry.refresh_token) && !isForeign(token, issuer) && !isPastItsLife(token, now)) return;
  writeStored(sessionKey, null);
}

function isForeign(token: string, issuer: URL | null): boolean {
  const named = textOf(claimsOf(token).iss);
  if (named === undefined || !URL.canParse(named)) return true;
  return issuer !== null && new URL(named).host !== issuer.host;
}

/** Whether an access token is at its end: it is refreshed shortly before, and a refused refresh ends the session. */
export function isEnding(token: string, now: number): boolean {
  return Number(claimsOf(token).exp) * 1000 - now < 2 * 60_000;
}

/** A merely expired access token is refreshed, never dropped: the first sign-in counts, not the last refresh. */
function isPastItsLife(token: string, now: number): boolean {
  const { exp, iat, amr } = claimsOf(token);
  const methods = readList(amr).map(({ timestamp }) => Number(timestamp));
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

/** Who is signed in on this browser; a development session has no token and the server decides whether it counts. */
export interface Session {
  userId: string;
  accessToken: string | null;
}

/** What happened to the session, in the product's words. */
export type AuthEvent =
  | { name: "signed in" | "refreshed" | "signed out" | "MFA challenge verified" }
  | { name: "signed up"; displayName: string; isSignedIn: boolean }
  | { name: "me lookup"; userId: string | null };

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Who is signed in, and who wants to hear when that changes. */
export function createSessionStore() {
  let session: Session | null = null;
  let pending: SecondFactor[] | null = null;
  const listeners = new Set<(session: Session | null) => void>();
  const eventListeners = new Set<(event: AuthEvent) => void>();

  function emit(event: AuthEvent): void {
    for (const listener of eventListeners) listener(event);
  }

  function change(next: Session | null, factors: SecondFactor[] | null): void {
    const wasSignedIn = session !== null;
    const isSameSession = next?.userId === session?.userId && next?.accessToken === session?.accessToken;
    const isSamePending = JSON.stringify(factors) === JSON.stringify(pending);
    if (isSameSession && isSamePending) return;
    if (!isSameSession) session = next;
    if (!isSamePending) pending = factors;
    for (const listener of listeners) listener(session);
    if (wasSignedIn && !session) emit({ name: "signed out" });
  }

  /** The stored entry decides, not the event: an unreachable server reports no session while the entry is still good. */
  function adoptStored(): void {
    const stored = readStoredSession();
    const factors = stored?.pendingFactors.length ? stored.pendingFactors : null;
    const whole = factors ? null : stored;
    const devUser = stored ? null : readStored(devUserKey);
    writeStored(authTokenKey, whole?.accessToken ?? null);
    if (whole) change({ userId: whole.userId, accessToken: whole.accessToken }, null);
    else change(devUser ? { userId: devUser, accessToken: null } : null, factors);
  }

  return {
    current: () => session,
    /** The second factors of somebody who is half signed in: one of them opens the door. Null for everybody else. */
    pendingFactors: () => pending,
    adoptStored,
    emit,
    onChange: (listener: (session: Session | null) => void) => subscribe(listeners, listener),
    onEvent: (listener: (event: AuthEvent) => void) => subscribe(eventListeners, listener),
  };
}
