import { AuthAdminApi } from "@supabase/auth-js";
import { createAccessTokens, toIssuer } from "../access/access-tokens.ts";
import { openKeyRing } from "../access/signing-keys.ts";
import { callApp } from "./auth-client.ts";
import { testSecrets } from "./secrets.ts";
import type { TestApp } from "./test-app.ts";

/** A token as the command line makes it. */
export async function createServiceToken({ db }: Pick<TestApp, "db">): Promise<string> {
  const rules = { issuer: toIssuer("http://localhost:3000"), seconds: 3600 };
  const keys = await openKeyRing(db, testSecrets, null);
  return (await createAccessTokens(db, keys, rules).signService(3600)).token;
}

/** The part of the client that administers accounts, unmodified, with what it cannot call beside it. */
export async function openAdminClient(world: TestApp) {
  const authorization = `Bearer ${await createServiceToken(world)}`;
  const { server } = world.app;
  return {
    api: new AuthAdminApi({
      url: "http://clanhall.test/auth/v1",
      headers: { Authorization: authorization },
      fetch: (input, init) => callApp(server, input, init),
    }),
    get: (url: string) => server.inject({ method: "GET", url, headers: { authorization } }),
    send: (method: "POST" | "PUT" | "DELETE", url: string, payload: object = {}) =>
      server.inject({ method, url, headers: { authorization }, payload }),
  };
}
