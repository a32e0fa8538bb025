import type { AuthChangeEvent, AuthClient } from "./auth-client.ts";
import { AuthError, toAuthError } from "./error-text.ts";
import type { Connectivity } from "./connectivity.ts";
import type { AuthEvent, SessionStore, StoredSession } from "./stored-session.ts";
import { asRecord, textOf } from "./compat/read-answer.ts";
import { readStored, writeStored } from "./shared/storage.ts";

const timeoutMs = 10_000;

const endedKey = "sign_in_ended";
/** Codes of the auth service that the login page has a sentence for. */
const endedSentences = new Map([
  ["refresh_token_already_used", "You were signed out because this sign-in was used in two places"],
]);

interface Answer {
  error: Parameters<typeof toAuthError>[0] | null;
}

export type AuthService = ReturnType<typeof createAuthService>;

const eventNames: Partial<
  Record<AuthChangeEvent, Exclude<AuthEvent["name"], "signed out" | "signed up" | "me lookup">>
> = {
  SIGNED_IN: "signed in",
  TOKEN_REFRESHED: "refreshed",
  MFA_CHALLENGE_VERIFIED: "MFA challenge verified",
};

/** The auth service; its client is loaded with the first question. */
export function createAuthService(store: SessionStore, connectivity: Connectivity) {
  const { authFetch, lastRetryAfter } = createAuthFetch(connectivity);
  let loading: Promise<AuthClient> | undefined;

  function followClient(event: AuthChangeEvent): void {
    const before = store.current();
    store.adoptStored();
    const name = eventNames[event];
    // The client also says so of a session that it found; only a new one is a reason to forget how the last one ended.
    if (!before && store.current()) forgetEndedSignIn();
    // Half a sign-in is none yet: the second factor completes it.
    if (name && !store.pendingFactors()) store.emit({ name });
  }

  function loadClient(): Promise<AuthClient> {
    loading ??= import("./auth-client.ts")
      .then(({ createAuthClient }) => createAuthClient(authFetch, followClient))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  }

  /** Asks the auth service for something a person is waiting for. */
  async function ask<A extends Answer>(
    question: (client: AuthClient) => Promise<A>,
  ): Promise<Extract<A, { error: null }>> {
    const client = await loadClient().catch(() => {
      connectivity.markBackend(false);
      throw new AuthError("unreachable", "The sign-in service could not be loaded");
    });
    const answer = await question(client);
    store.adoptStored();
    if (answer.error) throw toAuthError(answer.error, lastRetryAfter());
    return answer as Extract<A, { error: null }>;
  }

  /** Whatever goes wrong with the auth service, what is stored afterwards is what counts. */
  async function withClient(use: (client: AuthClient) => unknown): Promise<void> {
    try {
      await use(await loadClient());
    } catch {
      // Nobody waits for an answer, and the next call tries again.
    }
    store.adoptStored();
  }

  /** Tells the server that a session is over which this browser has forgotten already; it listens to a fresh token only. */
  async function endSession({ accessToken, refreshToken, expiresAtMs }: StoredSession): Promise<void> {
    await withClient(async ({ admin }) => {
      const hasEnded = expiresAtMs !== null && expiresAtMs <= Date.now();
      const token = hasEnded ? await fetchAccessToken(authFetch, refreshToken) : accessToken;
      if (token) await admin.signOut(token, "local");
    });
  }

  return { ask, withClient, endSession, disposeClient: async () => (await loading)?.dispose() };
}

/** Past the auth client, which would keep the session that comes with it. */
async function fetchAccessToken(authFetch: typeof fetch, refreshToken: string): Promise<string | undefined> {
  const answer = await authFetch(`${location.origin}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return textOf(asRecord(await answer.json()).access_token);
}

/** How the auth client reaches its service: no longer than other calls may take, and the book on the backend is kept. */
function createAuthFetch(connectivity: Connectivity) {
  let retryAfter: number | null = null;
  const authFetch: typeof fetch = async (input, init) => {
    retryAfter = null;
    let answer: Response;
    try {
      answer = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      connectivity.markBackend(false);
      throw error;
    }
    retryAfter = Number(answer.headers.get("retry-after")) || null;
    if (answer.ok) connectivity.markBackend(true);
    // A service that says when to come back is busy, not away.
    else if (answer.status >= 500 && retryAfter === null) connectivity.markBackend(false);
    if (answer.status !== 400 && answer.status !== 403) return answer;
    const body = await answer.text();
    noteEndedSignIn(body);
    return new Response(body, answer);
  };
  /** Seconds the last answer asked to wait, or null; the auth client itself does not pass this on. */
  return { authFetch, lastRetryAfter: () => retryAfter };
}

/**
 * Remembers why the auth service ended a sign-in: the auth client only says that it is over, and the way to the login
 * page leads over another document.
 */
function noteEndedSignIn(refusal: string): void {
  const { reason, code } = readRefusal(refusal);
  const ended = [reason, code].find((one) => typeof one === "string" && endedSentences.has(one));
  if (typeof ended === "string") writeStored(endedKey, ended);
}

function readRefusal(text: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What to say to somebody whose sign-in was ended, or null. */
export function readEndedSignIn(): string | null {
  return endedSentences.get(readStored(endedKey) ?? "") ?? null;
}

export function forgetEndedSignIn(): void {
  writeStored(endedKey, null);
}
