import type { AuthChangeEvent, AuthClient } from "./auth-client.ts";
import { AuthRefusal, toRefusal } from "./auth-refusal.ts";
import { createAuthFetch } from "./create-auth-fetch.ts";
import type { Connectivity } from "./create-connectivity.ts";
import { forgetEndedSignIn } from "./ended-sign-in.ts";
import type { AuthEvent, SessionStore } from "./session-store.ts";

interface Answer {
  error: Parameters<typeof toRefusal>[0] | null;
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
      throw new AuthRefusal("unreachable", "The sign-in service could not be loaded");
    });
    const answer = await question(client);
    store.adoptStored();
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
    store.adoptStored();
  }

  return { ask, withClient, disposeClient: async () => (await loading)?.dispose() };
}
