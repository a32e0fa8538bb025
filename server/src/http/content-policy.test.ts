import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, sharedApp, type TestApp } from "../testing/test-app.ts";

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
    "script-src": ["'self'", hash],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": ["'self'"],
    "form-action": ["'self'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["dompurify", "ProseMirrorClipboard"],
    "report-uri": ["/api/csp-reports"],
  });
});

test.each(pages)("S44: no source on %s is wide enough for a stranger", async (url) => {
  const { "img-src": images, ...others } = await readPolicy(url);
  expect(images).toEqual(["'self'", "data:"]);
  const own =
    /^(?:'self'|'none'|'script'|'sha256-[\w+/]{43}='|'nonce-[\w+/=-]{16,}'|dompurify|ProseMirrorClipboard|\/api\/csp-reports)$/;
  for (const [directive, sources] of Object.entries(others)) {
    for (const source of sources) expect(source, directive).toMatch(own);
  }
});

test("S44: the one host that is set for analytics may be called, and is no source of scripts", async () => {
  const policy = await readPolicy("/dashboard", measured);
  expect(policy["connect-src"]).toEqual(["'self'", "https://counts.example"]);
  expect(JSON.stringify({ ...policy, "connect-src": [] })).not.toContain("counts.example");
});

test("S44: a report of a broken policy is taken", async () => {
  const answer = await world.app.server.inject({
    method: "POST",
    url: "/api/csp-reports",
    headers: { "content-type": "application/csp-report" },
    payload: JSON.stringify({ "csp-report": { "violated-directive": "script-src", "blocked-uri": "inline" } }),
  });
  expect(answer.statusCode).toBe(204);
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
