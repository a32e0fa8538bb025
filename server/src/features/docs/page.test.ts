import { statusOfError } from "@clanhall/contract/errors";
import { expect, test } from "vitest";
import { z } from "zod";
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

test("the page marks heavy calls and those that answer with an ETag", async () => {
  const { body } = await world.visitor.get("/api/docs");
  const entries = [...body.matchAll(/<details id="([^"]+)">(.*?)<\/details>/gs)];
  const marked = (mark: string) => entries.flatMap(([, id, entry = ""]) => (entry.includes(mark) ? [id] : []));
  const declared = world.app.routes.flatMap(({ method, endpoint }) =>
    endpoint && method !== "HEAD" ? [endpoint] : [],
  );
  const heavy = marked('<a href="#heavy">heavy call</a>');
  expect(heavy).toEqual(expect.arrayContaining(["get-api-clans-clanId-entries-csv", "get-api-clans-clanId-attention"]));
  expect(heavy).toHaveLength(declared.filter(({ cost }) => cost === "heavy").length);
  const conditional = marked('<a href="#etags"><code>ETag</code></a>');
  expect(conditional).toEqual(expect.arrayContaining(["get-api-clans-clanId-days-day", "get-api-clans-my"]));
  expect(conditional).toHaveLength(declared.filter(({ etag }) => etag).length);
  expect(body).toContain("At most 2 of them run at a time for\neach account");
});

test("the page says of long lists, of keys and of unknown fields what the server does", async () => {
  const { body } = await world.visitor.get("/api/docs");
  const rows = world.app.routes.flatMap(({ endpoint }) => {
    const limit = endpoint?.query?.shape["limit"];
    return limit instanceof z.ZodType ? [z.toJSONSchema(limit, { io: "input" }).maximum] : [];
  });
  expect(new Set(rows)).toEqual(new Set([200, 5_000]));
  expect(body).toContain("at most 200, or 5,000 players of a roster");
  expect(body).toContain("or its answer is no longer kept");
  expect(body).toContain("in the query of a call that takes one, are refused");
  const user = await world.user();
  expect((await user.get("/api/me/notifications?surprise=1")).statusCode).toBe(200);
  expect((await user.get("/api/me/sign-ins?surprise=1")).statusCode).toBe(400);
});
