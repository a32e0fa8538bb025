import { expect, test } from "vitest";
import { createTestApp, sharedApp } from "../testing/test-app.ts";

const world = await sharedApp();

const foreignOrigins = ["https://evil.example", "null", "http://localhost:3000.evil.example"];
const toPath = (url: string) => url.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000").replace("*", "x");

test("S47: no page of another site is let in to read an answer, by whatever call", async () => {
  const person = await world.signedUp();
  const routes = world.app.routes.filter(({ url }) => !url.endsWith("/events"));
  expect(routes.length).toBeGreaterThan(100);
  for (const { method, url } of routes) {
    for (const origin of foreignOrigins) {
      const headers = { origin, authorization: `Bearer ${person.access_token}` };
      const answer = await world.app.server.inject({ method: method as "GET", url: toPath(url), headers });
      const opened = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
      expect(opened, `${method} ${url} for ${origin}`).toEqual([]);
      expect(JSON.stringify(answer.headers), `${method} ${url}`).not.toContain("evil.example");
    }
  }
}, 60_000);

test("S47: nobody is told in advance that a call from another site would work", async () => {
  for (const url of [
    "/api/clans",
    "/api/me/profile",
    "/auth/v1/token",
    "/auth/v1/user",
    "/api/scoreboards/public/x",
    "/",
  ]) {
    for (const origin of foreignOrigins) {
      const answer = await world.app.server.inject({
        method: "OPTIONS",
        url,
        headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "authorization" },
      });
      expect(answer.statusCode, url).toBe(404);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  }
});

/** What a browser learns before and with a call from a page of the origin. */
async function callFrom(app: Awaited<ReturnType<typeof sharedApp>>, origin: string, path = "/auth/v1/user") {
  const asked = { "access-control-request-method": "PUT", "access-control-request-headers": "authorization,apikey" };
  const preflight = await app.app.server.inject({
    method: "OPTIONS",
    url: path,
    headers: { origin, ...asked },
  });
  const answer = await app.app.server.inject({ method: "GET", url: path, headers: { origin } });
  return { preflight, answer };
}

test("S47: the sign-in service opens to the sites that the operator names, and never with credentials", async () => {
  const ours = "https://app.example";
  const open = await createTestApp({ beside: world, env: { AUTH_CORS_ORIGINS: `${ours}, https://two.example/` } });
  for (const path of ["/auth/v1/user", "/auth/v1/settings", "/auth/v1/nowhere"]) {
    const { preflight, answer } = await callFrom(open, ours, path);
    expect([preflight.statusCode, preflight.body]).toEqual([204, ""]);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": ours,
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "authorization, apikey, content-type, x-client-info, x-supabase-api-version",
      vary: expect.stringContaining("Origin"),
    });
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": ours,
      "access-control-expose-headers": expect.stringContaining("X-Total-Count"),
    });
    for (const { headers } of [preflight, answer])
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
  }
  for (const origin of [...foreignOrigins, "https://app.example.evil.example"]) {
    const { preflight, answer } = await callFrom(open, origin);
    for (const { headers } of [preflight, answer]) {
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  }
  const api = await callFrom(open, ours, "/api/me/profile");
  expect(api.preflight.statusCode).toBe(404);
  expect(api.answer.headers).not.toHaveProperty("access-control-allow-origin");
  await open.close();

  const wide = await createTestApp({ beside: world, env: { AUTH_CORS_ORIGINS: "*" } });
  const { preflight, answer } = await callFrom(wide, "https://any.example");
  for (const { headers } of [preflight, answer]) {
    expect(headers).toMatchObject({ "access-control-allow-origin": "*" });
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
  }
  await wide.close();
});
