import { useSyncExternalStore } from "react";
import type { AuthChangeEvent, AuthClient } from "./auth-client.ts";
import { type AuthEvent, emitAuthEvent } from "./auth-events.ts";
import { lastRetryAfter } from "./auth-fetch.ts";
import { AuthRefusal, toRefusal } from "./auth-refusal.ts";
import { markBackend } from "./connectivity.ts";
import { dropStaleSession, readStoredSession, type SecondFactor, sessionKey } from "./stored-session.ts";
import { takeRequestedSignOut } from "./requested-sign-out.ts";
import { readStored, writeStored } from "./stored.ts";

export const authTokenKey = "auth_token";
export const devUserKey = "dev_user_id";

/** Who is signed in on this browser; a development session has no token and the server decides whether it counts. */
export interface Session {
  userId: string;
  accessToken: string | null;
}

export interface NewAccount {
  email: string;
  password: string;
  displayName: string;
  /** Where the link in the confirmation mail leads on to. */
  landingUrl?: string | undefined;
}

interface Answer {
  error: Parameters<typeof toRefusal>[0] | null;
}

const refreshAheadMs = 60_000;
const eventNames: Partial<
  Record<AuthChangeEvent, Exclude<AuthEvent["name"], "signed out" | "signed up" | "me lookup">>
> = {
  SIGNED_IN: "signed in",
  TOKEN_REFRESHED: "refreshed",
  MFA_CHALLENGE_VERIFIED: "MFA challenge verified",
};

let loading: Promise<AuthClient> | undefined;
let signingOut: Promise<void> | undefined;
let session: Session | null = null;
let pending: SecondFactor[] | null = null;
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

/** The second factors of somebody who is half signed in: one of them opens the door. Null for everybody else. */
export function pendingFactors(): SecondFactor[] | null {
  return pending;
}

export function usePendingFactors(): SecondFactor[] | null {
  return useSyncExternalStore(onSessionChange, pendingFactors);
}

/** Cleans what earlier visits left, takes over a stored session and follows it until the returned function is called. */
export function startSession(): () => Promise<void> {
  const load = prepareSignIn;
  dropStaleSession(location.host, Date.now());
  adoptStored();
  if (takeRequestedSignOut()) void signOut();
  if (readStored(sessionKey) !== null || isReturning()) load();
  // Nothing to refresh yet: the auth client only listens for a sign-in in another tab and can come last.
  else window.addEventListener("load", load, { once: true });
  window.addEventListener("storage", followOtherTabs);
  return async () => {
    window.removeEventListener("load", load);
    window.removeEventListener("storage", followOtherTabs);
    await (await loading)?.dispose();
  };
}

/** A sign-in that comes back with a code has to finish before anybody is turned away; otherwise there is nothing to wait for. */
export async function sessionSettled(): Promise<void> {
  if (!session && isReturning()) await withClient((client) => client.initialize());
}

/** Without a session, tries one refresh with whatever is stored; later calls find it already tried. */
export async function tryRefreshOnce(): Promise<void> {
  if (session || pending || refreshTried) return;
  refreshTried = true;
  if (readStored(sessionKey) !== null) await withClient((client) => client.refreshSession());
}

/** Waits for a new access token when the stored one is about to end, so that calls do not race the refresh. */
export async function refreshIfDue(): Promise<void> {
  const stored = session?.accessToken ? readStoredSession() : null;
  if (!stored?.expiresAtMs || stored.expiresAtMs - Date.now() > refreshAheadMs) return;
  await withClient((client) => client.getSession());
}

/** For when the server calls a sign-in half that looks whole here: the new entry names the factors to confirm. */
export async function renewSession(): Promise<void> {
  if (readStoredSession()) await withClient((client) => client.refreshSession());
}

/** Fetches the auth client ahead, so that it is there when somebody has typed their password. */
export function prepareSignIn(): void {
  void withClient(() => undefined);
}

/** Signs in, perhaps only half, or throws an `AuthRefusal`. The e-mail is trimmed; a password may begin or end with a space. */
export async function signIn(email: string, password: string): Promise<void> {
  await signingOut;
  await ask((client) => client.signInWithPassword({ email: email.trim(), password }));
  requireKept();
}

/** Creates an account or throws an `AuthRefusal`; whoever has to confirm the address first is not signed in yet. */
export async function signUp(account: NewAccount): Promise<{ isSignedIn: boolean }> {
  const { email, password, displayName, landingUrl } = account;
  await signingOut;
  const options = { data: { display_name: displayName }, ...(landingUrl && { emailRedirectTo: landingUrl }) };
  const { data } = await ask((client) => client.signUp({ email: email.trim(), password, options }));
  const isSignedIn = data.session !== null;
  if (isSignedIn) requireKept();
  emitAuthEvent({ name: "signed up", displayName, isSignedIn });
  return { isSignedIn };
}

/** A browser that forbids storage would forget the session with the next page, and calls could not name their caller. */
function requireKept(): void {
  if (!session?.accessToken && !pending) throw new AuthRefusal("not_kept", "This browser does not keep the session");
}

/** Asks the auth service who is signed in; a session that was ended elsewhere ends here too. */
export async function lookUpMe(): Promise<void> {
  if (!session?.accessToken) return;
  await withClient(async (client) => {
    const { data } = await client.getUser();
    emitAuthEvent({ name: "me lookup", userId: data.user?.id ?? null });
  });
}

/** While somebody is leaving, the old session is still there but opens no doors. */
export function isSigningOut(): boolean {
  return signingOut !== undefined;
}

/** Leaves the page if asked to and forgets the session on this browser at once; only then is the server told, if it can be. */
export async function signOut(leavePage?: () => Promise<void>): Promise<void> {
  const token = readStoredSession()?.accessToken;
  signingOut ??= forgetSession(leavePage).finally(() => (signingOut = undefined));
  await signingOut;
  if (token) await withClient((client) => client.admin.signOut(token, "local"));
}

async function forgetSession(leavePage?: () => Promise<void>): Promise<void> {
  if (leavePage) await leavePage();
  writeStored(devUserKey, null);
  writeStored(sessionKey, null);
  adoptStored();
}

/** Asks the auth service for something a person is waiting for. */
export async function ask<A extends Answer>(
  question: (client: AuthClient) => Promise<A>,
): Promise<Extract<A, { error: null }>> {
  const client = await loadClient().catch(() => {
    markBackend(false);
    throw new AuthRefusal("unreachable", "The sign-in service could not be loaded");
  });
  const answer = await question(client);
  adoptStored();
  if (answer.error) throw toRefusal(answer.error, lastRetryAfter());
  return answer as Extract<A, { error: null }>;
}

/** Whatever goes wrong with the auth service, what is stored afterwards is what counts. */
async function withClient(use: (client: AuthClient) => unknown): Promise<void> {
  try {
    await use(await loadClient());
  } catch {
    // Nobody waits for an answer, and the next call tries again.
  }
  adoptStored();
}

function loadClient(): Promise<AuthClient> {
  loading ??= import("./auth-client.ts")
    .then(({ createAuthClient }) => createAuthClient(followClient))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The auth client's own message from another tab can arrive before what that tab stored. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key === null || key === sessionKey || key === devUserKey) adoptStored();
}

function followClient(event: AuthChangeEvent): void {
  adoptStored();
  const name = eventNames[event];
  // Half a sign-in is none yet: the second factor completes it.
  if (name && !pending) emitAuthEvent({ name });
}

function isReturning(): boolean {
  return new URLSearchParams(location.search).has("code");
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

function change(next: Session | null, factors: SecondFactor[] | null): void {
  const wasSignedIn = session !== null;
  const isSameSession = next?.userId === session?.userId && next?.accessToken === session?.accessToken;
  const isSamePending = JSON.stringify(factors) === JSON.stringify(pending);
  if (isSameSession && isSamePending) return;
  if (!isSameSession) session = next;
  if (!isSamePending) pending = factors;
  for (const listener of listeners) listener(session);
  if (wasSignedIn && !session) emitAuthEvent({ name: "signed out" });
}
