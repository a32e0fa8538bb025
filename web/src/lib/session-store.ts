import { readStored, writeStored } from "./stored.ts";
import { readStoredSession, type SecondFactor } from "./stored-session.ts";
import { subscribe } from "./subscribe.ts";

export const authTokenKey = "auth_token";
export const devUserKey = "dev_user_id";

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
