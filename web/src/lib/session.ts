import { useSyncExternalStore } from "react";
import type { AuthClient } from "./auth-client.ts";
import { dropStaleSession, readStoredSession, sessionKey } from "./stored-session.ts";
import { takeRequestedSignOut } from "./requested-sign-out.ts";
import { readStored, writeStored } from "./stored.ts";

export const authTokenKey = "auth_token";
export const devUserKey = "dev_user_id";

/** Who is signed in on this browser; a development session has no token and the server decides whether it counts. */
export interface Session {
  userId: string;
  accessToken: string | null;
}

const refreshAheadMs = 60_000;

let loading: Promise<AuthClient> | undefined;
let session: Session | null = null;
let refreshTried = false;
const listeners = new Set<(session: Session | null) => void>();

export function currentSession(): Session | null {
  return session;
}

export function onSessionChange(listener: (session: Session | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Cleans what earlier visits left, takes over a stored session and follows it until the returned function is called. */
export function startSession(): () => Promise<void> {
  const load = () => void withClient(() => undefined);
  dropStaleSession(location.host, Date.now());
  adoptStored();
  if (takeRequestedSignOut()) void signOut();
  if (readStored(sessionKey) !== null || isReturning()) load();
  // Nothing to refresh yet: the auth client only listens for a sign-in in another tab and can come last.
  else window.addEventListener("load", load, { once: true });
  return async () => {
    window.removeEventListener("load", load);
    await (await loading)?.dispose();
  };
}

/** A sign-in that comes back with a code has to finish before anybody is turned away; otherwise there is nothing to wait for. */
export async function sessionSettled(): Promise<void> {
  if (!session && isReturning()) await withClient((client) => client.initialize());
}

/** Without a session, tries one refresh with whatever is stored; later calls find it already tried. */
export async function tryRefreshOnce(): Promise<void> {
  if (session || refreshTried) return;
  refreshTried = true;
  if (readStored(sessionKey) !== null) await withClient((client) => client.refreshSession());
}

/** Waits for a new access token when the stored one is about to end, so that calls do not race the refresh. */
export async function refreshIfDue(): Promise<void> {
  const stored = session?.accessToken ? readStoredSession() : null;
  if (!stored?.expiresAtMs || stored.expiresAtMs - Date.now() > refreshAheadMs) return;
  await withClient((client) => client.getSession());
}

/** Forgets the session on this browser, also when the server cannot be told. */
export async function signOut(): Promise<void> {
  writeStored(devUserKey, null);
  if (session?.accessToken) await withClient((client) => client.signOut({ scope: "local" }));
  writeStored(sessionKey, null);
  adoptStored();
}

/** Whatever goes wrong with the auth service, what is stored afterwards is what counts. */
async function withClient(use: (client: AuthClient) => unknown): Promise<void> {
  try {
    loading ??= import("./auth-client.ts").then(({ createAuthClient }) => createAuthClient(adoptStored));
    await use(await loading);
  } catch {
    loading = undefined;
  }
  adoptStored();
}

function isReturning(): boolean {
  return new URLSearchParams(location.search).has("code");
}

/** The stored entry decides, not the event: an unreachable server reports no session while the entry is still good. */
function adoptStored(): void {
  const stored = readStoredSession();
  const devUser = stored ? null : readStored(devUserKey);
  writeStored(authTokenKey, stored?.accessToken ?? null);
  if (stored) change({ userId: stored.userId, accessToken: stored.accessToken });
  else change(devUser ? { userId: devUser, accessToken: null } : null);
}

function change(next: Session | null): void {
  if (next?.userId === session?.userId && next?.accessToken === session?.accessToken) return;
  session = next;
  for (const listener of listeners) listener(next);
}
