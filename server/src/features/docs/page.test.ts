import { statusOfError } from "@clanhall/contract/errors";
import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

test("a person reads the same on a page that needs no script", async () => {
  const page = await world.visitor.get("/api/docs");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body.match(/<code>\/api\/me\/login-activity<\/code>/g)).toHaveLength(2);
  expect(page.body).not.toContain("<script");
  expect(page.headers["content-security-policy"]).toMatch(/style-src 'sha256-[^']+' 'self'/);
});

test("every link on the page leads somewhere on it, and headings go down one step at a time", async () => {
  const { body } = await world.visitor.get("/api/docs");
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(30);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  const levels = [...body.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  expect(levels[0]).toBe(1);
  expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
});

test("the page names every error with its status, and where a token or a key is taken", async () => {
  const { body } = await world.visitor.get("/api/docs");
  for (const [code, status] of Object.entries(statusOfError)) {
    expect(body).toContain(`<code>${code}</code></th><td>${status}</td>`);
  }
  const entryOf = (id: string) => body.split(`<details id="${id}">`)[1]?.split("</details>")[0] ?? "";
  expect(entryOf("put-api-clans-clanId-entries")).toContain("API token with the scope <code>entries:write</code>");
  expect(entryOf("put-api-clans-clanId-entries")).not.toContain("Idempotency-Key");
  expect(entryOf("post-api-clans")).toContain("Idempotency-Key");
  expect(entryOf("post-api-clans")).not.toContain("API token");
  expect(body).toContain("120 calls a minute");
});
