import { randomUUID } from "node:crypto";
import { AuthClient } from "@supabase/auth-js";
import type { InjectOptions, LightMyRequestResponse } from "fastify";

/** Something to send requests to: an app, or a browser that adds its cookies. */
interface Server {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

type Client = InstanceType<typeof AuthClient>;
export type Storage = Map<string, string>;

/** The client the web uses, unmodified, talking to an app that does not listen. Clients that share a storage are tabs of one browser. */
export function openAuthClient(
  server: Server,
  storage: Storage = new Map(),
  flowType: "implicit" | "pkce" = "implicit",
): Client {
  return new AuthClient({
    url: "http://clanhall.test/auth/v1",
    storageKey: "clanhall-auth",
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    flowType,
    experimental: { recoveryCodes: true },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: (input, init) => callApp(server, input, init),
  });
}

/** A short password: to score how hard it is takes a quarter of the time. */
export function newCredentials() {
  return { email: `${randomUUID()}@example.test`, password: `otter ${randomUUID().slice(0, 8)}` };
}

export async function callApp(
  server: Server,
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<Response> {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  const answer = await server.inject({
    method: init.method ?? "GET",
    url: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === "string" && { payload: init.body }),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  return new Response(answer.statusCode === 204 ? null : answer.body, { status: answer.statusCode, headers });
}
