import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, sharedApp, type TestApp } from "../testing/test-app.ts";
import { jsonBody } from "./input.ts";
import { createLog } from "./logging.ts";
import { accessDeclared } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";

const world = await sharedApp();
let measured: TestApp;
beforeAll(async () => {
  const env = { ANALYTICS_KEY: "k", ANALYTICS_HOST: "https://counts.example" };
  measured = await createTestApp({ beside: world, env });
});
afterAll(() => measured.close());

/** A policy taken apart: each directive once, with its sources. */
async function readPolicy(url: string, from = world): Promise<Record<string, string[]>> {
  const { headers } = await from.visitor.get(url);
  const directives = String(headers["content-security-policy"])
    .split(";")
    .map((part) => part.trim().split(/\s+/));
  const names = directives.map(([name]) => name);
  expect(new Set(names).size, "no directive twice: a browser reads the first alone").toBe(names.length);
  return Object.fromEntries(directives.map(([name = "", ...sources]) => [name, sources]));
}

const hash = expect.stringMatching(/^'sha256-[\w+/]{43}='$/);
const pages = ["/", "/privacy", "/nowhere", "/dashboard", "/my-clans", "/api/docs", "/scoreboard/none"];

test.each(pages)("S44: on %s runs what we ship and nothing else", async (url) => {
  const policy = await readPolicy(url);
  expect(policy).toMatchObject({
    "default-src": ["'none'"],
    // Of what runs before the first paint, what asks early, and what keeps the first keys.
    "script-src": ["'self'", hash, hash, hash],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'self'"],
    "form-action": ["'self'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["dompurify", "ProseMirrorClipboard", "ocr-worker", "share-worker"],
    "worker-src": ["'self'"],
    "report-uri": ["/api/csp-reports"],
  });
});

test.each(pages)("S44: no source on %s is wide enough for a stranger", async (url) => {
  const { "img-src": images, ...others } = await readPolicy(url);
  expect(images).toEqual(["'self'", "data:"]);
  const own =
    /^(?:'self'|'none'|'script'|'sha256-[\w+/]{43}='|'nonce-[\w+/=-]{16,}'|dompurify|ProseMirrorClipboard|ocr-worker|share-worker|\/api\/csp-reports)$/;
  for (const [directive, sources] of Object.entries(others)) {
    for (const source of sources) expect(source, directive).toMatch(own);
  }
});

test.each(["/health", "/api/config", "/api/clans/none/members"])(
  "S44: what %s answers is no page: nothing in it runs, loads or is framed",
  async (url) => {
    expect(await readPolicy(url)).toEqual({ "default-src": ["'none'"], "frame-ancestors": ["'none'"] });
  },
);

test("S44: the one host that is set for analytics may be called, and is no source of scripts", async () => {
  const policy = await readPolicy("/dashboard", measured);
  expect(policy["connect-src"]).toEqual(["'self'", "https://counts.example"]);
  expect(JSON.stringify({ ...policy, "connect-src": [] })).not.toContain("counts.example");
});

function sendReport(payload: string, server: Pick<FastifyInstance, "inject"> = world.app.server) {
  const headers = { "content-type": "application/csp-report" };
  return server.inject({ method: "POST", url: "/api/csp-reports", headers, payload });
}

test("S44: a report of a broken policy is taken", async () => {
  const report = { "violated-directive": "script-src", "blocked-uri": "inline" };
  expect((await sendReport(JSON.stringify({ "csp-report": report }))).statusCode).toBe(204);
});

test.each([
  '{"csp-report":{"violated-directive":{"toString":1}}}',
  '{"csp-report":{"document-uri":{"toString":1}}}',
  '{"csp-report":{"blocked-uri":["x"]}}',
  '{"csp-report":"x"}',
  '{"csp-report":null}',
  "[]",
  "null",
  "1",
  "{",
  "",
])("L3: the crafted report %s is refused", async (payload) => {
  expect((await sendReport(payload)).statusCode).toBe(400);
});

test("L3: the same report is one line, others are at most twenty in a minute, and each line is short", async () => {
  const lines: string[] = [];
  const server = Fastify({ loggerInstance: createLog({ logLevel: "warn" }, { write: (line) => lines.push(line) }) });
  await server.register(accessDeclared);
  await server.register(jsonBody);
  await server.register(securityHeaders, { headers: {} });
  const send = (directive: string) => {
    const page = `https://clanhall.test/${"x/".repeat(4_000)}`;
    const report = { "violated-directive": directive, "blocked-uri": "y".repeat(5_000), "document-uri": page };
    return sendReport(JSON.stringify({ "csp-report": report }), server);
  };
  for (let again = 0; again < 5; again += 1) expect((await send("script-src")).statusCode).toBe(204);
  expect(lines).toHaveLength(1);
  for (let kind = 0; kind < 100; kind += 1) expect((await send(`kind-${kind}`)).statusCode).toBe(204);
  expect(lines).toHaveLength(20);
  for (const line of lines) expect(line.length).toBeLessThan(1_000);
  expect(lines[1]).toContain('"left_out":4');
  await server.close();
});

/** What the Observatory counts beside the policy, and how much it takes off without it. */
test.each(pages)("S44: %s has every header that the Observatory asks for", async (url) => {
  const { headers } = await world.visitor.get(url);
  expect(headers).toMatchObject({
    "strict-transport-security": expect.stringMatching(/^max-age=(?:1576800\d|[2-9]\d{7}|\d{9,}); includeSubDomains$/),
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": expect.stringMatching(/^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/),
    "cross-origin-resource-policy": expect.stringMatching(/^same-(?:origin|site)$/),
  });
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  expect(headers["set-cookie"]).toBeUndefined();
  expect((await world.visitor.get(url)).body).not.toMatch(
    /<(?:script|link|iframe)\b[^>]*(?:src|href)="(?:https?:)?\/\/(?!localhost)/,
  );
});
