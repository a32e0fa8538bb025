import { followClan } from "@clanhall/contract/days";
import Fastify, { type FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { notFoundAnswers } from "./app.ts";
import { toProductConfig } from "./features/system/routes.ts";
import { loadBuiltWeb } from "./http/built-web.ts";
import { parseInput, usualBodyLimit } from "./http/input.ts";
import { webPages } from "./http/pages.ts";
import { accessDeclared } from "./http/route.ts";
import { readSettings } from "./settings.ts";
import { sharedApp } from "./testing/test-app.ts";

const world = await sharedApp();

test("S01: every route says who may call it, and the calls are the contract's", () => {
  const { routes } = world.app;
  expect(routes.length).toBeGreaterThan(20);
  for (const { method, url, access } of routes) expect(access, `${method} ${url}`).toBeTruthy();
  const outsideContract = routes.filter(({ url, endpoint }) => !endpoint && /^\/(api|auth|health)/.test(url));
  const inAuth = outsideContract.filter(({ url }) => url.startsWith("/auth/v1/"));
  expect(outsideContract.filter((route) => !inAuth.includes(route)).map(({ url }) => url)).toEqual([
    "/api/csp-reports",
  ]);
  const calls = inAuth
    .filter(({ method }) => method !== "HEAD")
    .map(({ method, url, access }) => `${JSON.stringify(access)} ${method} ${url}`);
  expect(calls.toSorted()).toEqual([
    '"public" GET /auth/v1/.well-known/jwks.json',
    '"public" GET /auth/v1/authorize',
    '"public" GET /auth/v1/callback',
    '"public" GET /auth/v1/health',
    '"public" GET /auth/v1/settings',
    '"public" GET /auth/v1/verify',
    '"public" POST /auth/v1/callback',
    '"public" POST /auth/v1/otp',
    '"public" POST /auth/v1/passkeys/authentication/options',
    '"public" POST /auth/v1/passkeys/authentication/verify',
    '"public" POST /auth/v1/recover',
    '"public" POST /auth/v1/resend',
    '"public" POST /auth/v1/signup',
    '"public" POST /auth/v1/sso',
    '"public" POST /auth/v1/token',
    '"public" POST /auth/v1/verify',
    '"service" DELETE /auth/v1/admin/users/:userId',
    '"service" DELETE /auth/v1/admin/users/:userId/factors/:factorId',
    '"service" DELETE /auth/v1/admin/users/:userId/passkeys/:passkeyId',
    '"service" DELETE /auth/v1/admin/users/:userId/sessions',
    '"service" GET /auth/v1/admin/audit',
    '"service" GET /auth/v1/admin/users',
    '"service" GET /auth/v1/admin/users/:userId',
    '"service" GET /auth/v1/admin/users/:userId/factors',
    '"service" GET /auth/v1/admin/users/:userId/passkeys',
    '"service" POST /auth/v1/admin/generate_link',
    '"service" POST /auth/v1/admin/users',
    '"service" POST /auth/v1/invite',
    '"service" PUT /auth/v1/admin/users/:userId',
    '"session" DELETE /auth/v1/factors/:factorId',
    '"session" DELETE /auth/v1/factors/recovery-codes',
    '"session" DELETE /auth/v1/passkeys/:passkeyId',
    '"session" DELETE /auth/v1/user/identities/:identityId',
    '"session" GET /auth/v1/factors/recovery-codes',
    '"session" GET /auth/v1/passkeys',
    '"session" GET /auth/v1/reauthenticate',
    '"session" GET /auth/v1/user',
    '"session" GET /auth/v1/user/identities/authorize',
    '"session" PATCH /auth/v1/passkeys/:passkeyId',
    '"session" POST /auth/v1/factors',
    '"session" POST /auth/v1/factors/:factorId/challenge',
    '"session" POST /auth/v1/factors/:factorId/verify',
    '"session" POST /auth/v1/factors/recovery-codes',
    '"session" POST /auth/v1/factors/recovery-codes/regenerate',
    '"session" POST /auth/v1/factors/recovery-codes/verify',
    '"session" POST /auth/v1/logout',
    '"session" POST /auth/v1/passkeys/registration/options',
    '"session" POST /auth/v1/passkeys/registration/verify',
    '"session" PUT /auth/v1/user',
  ]);
});

test("S01: a route without an access stops the start", async () => {
  const bare = Fastify();
  await bare.register(accessDeclared);
  expect(() => bare.get("/undeclared", () => "")).toThrow("GET /undeclared does not declare who may call it");
});

test("parts of the app that are put together in the wrong order stop the start, and the missing one is named", async () => {
  const site = await loadSite();
  await expect(Fastify().register(webPages, site)).rejects.toThrow(
    "The dependency 'security-headers' of plugin 'pages' is not registered",
  );
  await expect(Fastify().register(notFoundAnswers, site)).rejects.toThrow(
    "The dependency 'api' of plugin 'not-found' is not registered",
  );
});

async function loadSite() {
  const settings = readSettings({});
  return { web: await loadBuiltWeb(), config: toProductConfig(settings), publicUrl: settings.publicUrl };
}

test("L11: a call that describes no body takes none, and nothing is done", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const archive = (payload: object | string) => owner.send("POST", `/api/clans/${clan.id}/archive`, payload);
  for (const body of [{ role: "owner" }, [], [1]]) {
    const refused = await archive(body);
    expect(refused.statusCode, JSON.stringify(body)).toBe(400);
    expect(refused.json()).toMatchObject({ error: "validation_failed" });
  }
  const read = async () => (await owner.get(`/api/clans/${clan.id}`)).json<{ archived_at: string | null }>();
  expect((await read()).archived_at).toBeNull();
  expect((await archive({})).statusCode).toBe(200);
  expect((await read()).archived_at).not.toBeNull();
});

test("L11: no call of the contract takes a body that it does not describe", async () => {
  const bodiless = world.app.routes.flatMap(({ endpoint }) => (endpoint && !endpoint.body ? [endpoint] : []));
  expect(bodiless.length).toBeGreaterThan(50);
  for (const { query: _query, ...endpoint } of bodiless) {
    const taken = parseInput(endpoint, { body: { surprise: 1 } } as FastifyRequest);
    const refusal = "“surprise” is not a field of this request.";
    await expect(taken, `${endpoint.method} ${endpoint.path}`).rejects.toThrow(refusal);
  }
});

test("M1: an event stream that does not say of which kind it is stops the start", async () => {
  const bare = Fastify();
  await bare.register(accessDeclared);
  const { stream: _stream, ...unlimited } = followClan;
  const config = { access: unlimited.access, endpoint: unlimited };
  expect(() => bare.get("/events", { config }, () => "")).toThrow("does not declare what kind of stream it is");
});

test("S06: every call refuses fields it does not know, at every depth", () => {
  for (const { endpoint } of world.app.routes) {
    for (const schema of [endpoint?.query, endpoint?.body]) {
      if (!schema) continue;
      const text = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
      const objects = text.match(/"type":"object"/g)?.length ?? 0;
      const strict = text.match(/"additionalProperties":false/g)?.length ?? 0;
      expect(strict, `${endpoint?.method} ${endpoint?.path}`).toBe(objects);
    }
  }
});

test("S46: a form, plain text or nothing at all changes nothing", async () => {
  const user = await world.user();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const answer = await world.app.server.inject({
      method: "PUT",
      url: "/api/me/login-activity",
      headers: { "content-type": type, "x-dev-user-id": user.userId },
      payload: '{"adblock":true}',
    });
    expect(answer.statusCode, type).toBe(415);
    expect(answer.json()).toMatchObject({ error: "unsupported_media_type" });
  }
  expect((await user.get("/api/me/login-activity")).json()).toEqual({ adblock: null });
});

test.each([
  ["not JSON", "{", 400],
  ["too deep", `{"adblock":${"[".repeat(40)}${"]".repeat(40)}}`, 400],
  ["brackets in a string are not depth", `{"adblock":true,"x":"${"[".repeat(40)}"}`, 400],
  ["a prototype", '{"__proto__":{"a":1},"adblock":true}', 400],
  ["too large", `{"adblock":"${"x".repeat(300_000)}"}`, 413],
  ["an unknown key", '{"adblock":true,"user_id":"x"}', 400],
])("S55: a body that is %s is refused with a sentence", async (_what, payload, status) => {
  const user = await world.user();
  const answer = await world.app.server.inject({
    method: "PUT",
    url: "/api/me/login-activity",
    headers: { "content-type": "application/json", "x-dev-user-id": user.userId },
    payload,
  });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
});

test("S51: a key that leads to a prototype is refused by every call that reads a body, before anybody is asked for", async () => {
  // What a phone shares with the page is thrown away unread if it ever gets as far as the server.
  const writes = world.app.routes.filter(
    ({ method, url }) => /^P(?:OST|UT|ATCH)$/.test(method) && !/csp|callback|share-screenshots/.test(url),
  );
  expect(writes.length).toBeGreaterThan(80);
  const hostile = [
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"x":[{"y":{"__proto__":null}}]}',
  ];
  for (const { method, url, endpoint } of writes) {
    // A large body is not even read before the caller is known.
    const status = (endpoint?.bodyLimit ?? 0) > usualBodyLimit ? 401 : 400;
    for (const payload of hostile) {
      const answer = await world.app.server.inject({
        method: method as "POST",
        url: url.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000"),
        headers: { "content-type": "application/json" },
        payload,
      });
      expect(answer.statusCode, `${method} ${url} ${payload}`).toBe(status);
    }
  }
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  for (const payload of hostile) {
    const headers = { "content-type": "application/json", "x-dev-user-id": owner.userId };
    const url = `/api/clans/${clan.id}/entries`;
    const { statusCode } = await world.app.server.inject({ method: "PUT", url, headers, payload });
    expect(statusCode, payload).toBe(400);
  }
  expect({}).not.toHaveProperty("a");
}, 60_000);

test("S48: every answer carries the protective headers, errors included", async () => {
  for (const url of ["/", "/api/config", "/api/nothing", "/api/me/admin", "/nowhere", "/discord", "/health"]) {
    const { headers } = await world.visitor.get(url);
    expect(headers, url).toMatchObject({
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "referrer-policy": "strict-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  }
});

test("S44: the policy runs no inline script beyond those of the document, by their hashes", async () => {
  const policy = String((await world.visitor.get("/")).headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toMatch(/script-src 'self'(?: 'sha256-[^']+'){3}(;|$)/);
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain(
    "require-trusted-types-for 'script';trusted-types dompurify ProseMirrorClipboard ocr-worker share-worker;",
  );
});
