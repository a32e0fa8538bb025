import { AuthError } from "./error-text.ts";
import { type AuthService, createAuthService } from "./auth-service.ts";
import type { Connectivity } from "./connectivity.ts";
import { namedAddress } from "./shared/home-address.ts";
import {
  readStored,
  recentItemsKey,
  sessionKey,
  storedKeys,
  takeRequestedSignOut,
  writeStored,
} from "./shared/storage.ts";
import {
  createSessionStore,
  devUserKey,
  dropStaleSession,
  offerPasskey,
  readStoredSession,
  type SecondFactor,
  type Session,
  type SessionStore,
} from "./stored-session.ts";
import { forgetWantedPage } from "./navigation.ts";
import { useSyncExternalStore } from "react";
import { service } from "./services.ts";

interface NewAccount {
  email: string;
  password: string;
  displayName: string;
  /** Where the link in the confirmation mail leads on to. */
  landingUrl?: string | undefined;
}

const refreshAheadMs = 60_000;

export type SessionService = ReturnType<typeof createSession>;

export function createSession(connectivity: Connectivity) {
  const store = createSessionStore();
  const auth = createAuthService(store, connectivity);
  const signInAndOut = createSignInAndOut(store, auth);

  /** The auth client's own message from another tab can arrive before what that tab stored. */
  function followOtherTabs({ key }: StorageEvent): void {
    if (key === null || key === sessionKey || key === devUserKey) store.adoptStored();
  }

  /** Fetches the auth client ahead, so that it is there when somebody has typed their password. */
  function prepareSignIn(): void {
    void auth.withClient(() => undefined);
  }

  function prepareWhenIdle(): void {
    if ("requestIdleCallback" in window) requestIdleCallback(prepareSignIn, { timeout: 5000 });
    else setTimeout(prepareSignIn, 1000);
  }

  async function stop(): Promise<void> {
    window.removeEventListener("load", prepareWhenIdle);
    window.removeEventListener("storage", followOtherTabs);
    await auth.disposeClient();
  }

  /** Cleans what earlier visits left, takes over a stored session and follows it until it is stopped. */
  function start(): void {
    dropStaleSession(namedAddress(), Date.now());
    store.adoptStored();
    if (takeRequestedSignOut()) void signInAndOut.signOut();
    const isRefreshNear = (readStoredSession()?.expiresAtMs ?? 0) - Date.now() < 2 * refreshAheadMs;
    if ((readStored(sessionKey) !== null && isRefreshNear) || isReturning()) prepareSignIn();
    // Nothing to refresh yet: the auth client only listens to other tabs, and can come after the page.
    else window.addEventListener("load", prepareWhenIdle, { once: true });
    window.addEventListener("storage", followOtherTabs);
  }

  const { current, pendingFactors, onChange, onEvent } = store;
  const reading = { current, pendingFactors, onChange, onEvent, ask: auth.ask };
  return { ...reading, ...signInAndOut, ...createRenewal(store, auth), start, stop, prepareSignIn };
}

function createSignInAndOut(store: SessionStore, { ask, endSession }: AuthService) {
  let signingOut: Promise<void> | undefined;

  /** A browser that forbids storage would forget the session with the next page, and calls could not name their caller. */
  function requireKept(): void {
    if (store.current()?.accessToken || store.pendingFactors()) return;
    throw new AuthError("not_kept", "This browser does not keep the session");
  }

  async function forgetSession(leavePage?: () => Promise<void>): Promise<void> {
    if (leavePage) await leavePage();
    writeStored(devUserKey, null);
    writeStored(sessionKey, null);
    store.adoptStored();
    forgetWantedPage();
    // Names of players and boards are not for who uses this browser next.
    for (const key of storedKeys(recentItemsKey(""))) writeStored(key, null);
  }

  return {
    /** Signs in, perhaps only half, or throws an `AuthError`. The e-mail is trimmed; a password may begin or end with a space. */
    async signIn(email: string, password: string): Promise<void> {
      await signingOut;
      offerPasskey();
      await ask((client) => client.signInWithPassword({ email: email.trim(), password }));
      requireKept();
    },
    /** Creates an account or throws an `AuthError`; whoever has to confirm the address first is not signed in yet. */
    async signUp({ email, password, displayName, landingUrl }: NewAccount): Promise<{ isSignedIn: boolean }> {
      await signingOut;
      const options = { data: { display_name: displayName }, ...(landingUrl && { emailRedirectTo: landingUrl }) };
      offerPasskey();
      const { data } = await ask((client) => client.signUp({ email: email.trim(), password, options }));
      const isSignedIn = data.session !== null;
      if (isSignedIn) requireKept();
      store.emit({ name: "signed up", displayName, isSignedIn });
      return { isSignedIn };
    },
    /** While somebody is leaving, the old session is still there but opens no doors. */
    isSigningOut: () => signingOut !== undefined,
    /** Leaves the page if asked to and forgets the session on this browser at once; only then is the server told, if it can be. */
    async signOut(leavePage?: () => Promise<void>): Promise<void> {
      const left = readStoredSession();
      signingOut ??= forgetSession(leavePage).finally(() => (signingOut = undefined));
      await signingOut;
      if (left) await endSession(left);
    },
  };
}

function createRenewal(store: SessionStore, { withClient }: AuthService) {
  let refreshTried = false;
  return {
    /** A sign-in that comes back with a code has to finish before anybody is turned away; otherwise there is nothing to wait for. */
    async settled(): Promise<void> {
      if (!store.current() && isReturning()) await withClient((client) => client.initialize());
    },
    /** Without a session, tries one refresh with whatever is stored; later calls find it already tried. */
    async tryRefreshOnce(): Promise<void> {
      if (store.current() || store.pendingFactors() || refreshTried) return;
      refreshTried = true;
      if (readStored(sessionKey) !== null) await withClient((client) => client.refreshSession());
    },
    /** Waits for a new access token when the stored one is about to end, so that calls do not race the refresh. */
    async refreshIfDue(): Promise<void> {
      const stored = store.current()?.accessToken ? readStoredSession() : null;
      if (!stored?.expiresAtMs || stored.expiresAtMs - Date.now() > refreshAheadMs) return;
      await withClient((client) => client.getSession());
    },
    /** For when the server calls a sign-in half that looks whole here: the new entry names the factors to confirm. */
    async renew(): Promise<void> {
      if (readStoredSession()) await withClient((client) => client.refreshSession());
    },
    /** Asks the auth service who is signed in; a session that was ended elsewhere ends here too. */
    async checkSession(): Promise<void> {
      if (!store.current()?.accessToken) return;
      await withClient(async (client) => {
        const { data } = await client.getUser();
        store.emit({ name: "me lookup", userId: data.user?.id ?? null });
      });
    },
  };
}

function isReturning(): boolean {
  return new URLSearchParams(location.search).has("code");
}

/** What the app asks of the session; each function is explained where the session is created. */
const session = (): SessionService => service(createSession);

export const currentSession = (): Session | null => session().current();
export const pendingFactors = (): SecondFactor[] | null => session().pendingFactors();
export const onSessionChange = (listener: (session: Session | null) => void) => session().onChange(listener);
export const sessionSettled = () => session().settled();
export const tryRefreshOnce = () => session().tryRefreshOnce();
export const refreshIfDue = () => session().refreshIfDue();
export const renewSession = () => session().renew();
export const prepareSignIn = () => session().prepareSignIn();
export const signIn = (email: string, password: string) => session().signIn(email, password);
export const signUp = (account: NewAccount) => session().signUp(account);
export const checkSession = () => session().checkSession();
export const isSigningOut = () => session().isSigningOut();
export const signOut = (leavePage?: () => Promise<void>) => session().signOut(leavePage);
export const ask: SessionService["ask"] = (question) => session().ask(question);

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}

export function usePendingFactors(): SecondFactor[] | null {
  return useSyncExternalStore(onSessionChange, pendingFactors);
}

/** Starts the session; the returned function stops it. */
export function startSession(): () => Promise<void> {
  const { start, stop } = session();
  start();
  return stop;
}
