import { type AuthChangeEvent, AuthClient as Client, type Provider } from "@supabase/auth-js";
import { canHash } from "./shared/home-address.ts";
import { sessionKey } from "./shared/storage.ts";

export type AuthClient = InstanceType<typeof Client>;
export type { AuthChangeEvent, Provider };

/** Only these pages finish a sign-in that comes back in the address. */
const callbackPaths = new Set(["/login", "/signup", "/reset-password", "/dashboard", "/account"]);

/** The client of the auth service; it keeps the stored session fresh and says when it changed. */
export function createAuthClient(authFetch: typeof fetch, onChange: (event: AuthChangeEvent) => void): AuthClient {
  const client = new Client({
    url: `${location.origin}/auth/v1`,
    storageKey: sessionKey,
    fetch: authFetch,
    // Without a secure context the browser cannot hash, and the server takes no verifier in the clear.
    flowType: canHash() ? "pkce" : "implicit",
    experimental: { recoveryCodes: true },
    // With PKCE only refusals are taken from the address here; a code is accepted by its stored verifier alone.
    detectSessionInUrl: (url, params) =>
      callbackPaths.has(url.pathname) && Boolean(params.error ?? params.error_description),
  });
  client.onAuthStateChange(onChange);
  return client;
}
