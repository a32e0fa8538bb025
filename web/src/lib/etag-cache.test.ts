import { beforeEach, expect, test, vi } from "vitest";
import { send } from "./api-client.ts";
import { fetchWithEtag } from "./etag-cache.ts";
import { signOut, startSession } from "./session.ts";

beforeEach(() => {
  localStorage.setItem("dev_user_id", "kara");
  startSession();
});

const read = (path: string) => send({ method: "GET", path }, { fetch: fetchWithEtag });

const day = (value: number, etag?: string) => () => Response.json({ value }, { headers: etag ? { etag } : {} });
const same = () => new Response(null, { status: 304 });

/** Answers by path; the test's browser cannot hear 304 from a real server without a cache of its own. */
function fakeServer(answers: Record<string, () => Response>) {
  const heard: Record<string, string>[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    heard.push(Object.fromEntries(new Headers(init.headers)));
    return answers[path]?.() ?? Response.json({}, { status: 404 });
  });
  return { heard, answers };
}

test("a day that was read before is asked for by its ETag, and comes from memory when nothing changed", async () => {
  const server = fakeServer({ "/day": day(1, '"a"') });
  expect(await read("/day")).toEqual({ value: 1 });
  server.answers["/day"] = same;
  expect(await read("/day")).toEqual({ value: 1 });
  expect(await read("/day")).toEqual({ value: 1 });
  expect(server.heard.map((headers) => headers["if-none-match"])).toEqual([undefined, '"a"', '"a"']);
  expect(server.heard[2]).toMatchObject({ "x-dev-user-id": "kara", accept: "application/json" });
});

test("a day that changed takes the place of the one remembered", async () => {
  const server = fakeServer({ "/day": day(1, '"a"') });
  await read("/day");
  server.answers["/day"] = day(2, '"b"');
  expect(await read("/day")).toEqual({ value: 2 });
  server.answers["/day"] = same;
  expect(await read("/day")).toEqual({ value: 2 });
  expect(server.heard.at(-1)?.["if-none-match"]).toBe('"b"');
});

test("an answer without an ETag is not remembered, and a refusal stays a refusal", async () => {
  const server = fakeServer({ "/day": day(1) });
  await read("/day");
  await read("/day");
  expect(server.heard[1]).not.toHaveProperty("if-none-match");
  server.answers["/day"] = () =>
    Response.json({ error: "forbidden", message: "No" }, { status: 403, headers: { etag: '"a"' } });
  await expect(read("/day")).rejects.toMatchObject({ status: 403, error: "forbidden" });
  await expect(read("/day")).rejects.toMatchObject({ status: 403 });
  expect(server.heard[3]).not.toHaveProperty("if-none-match");
});

test("whoever signs out leaves nothing behind for the next one", async () => {
  const server = fakeServer({ "/day": day(1, '"a"') });
  await read("/day");
  await signOut();
  await read("/day");
  expect(server.heard.at(-1)).not.toHaveProperty("if-none-match");
});

test("of many days the ten looked at last are remembered", async () => {
  const days = Array.from({ length: 12 }, (_, index) => `/day/${index}`);
  const server = fakeServer(Object.fromEntries(days.map((path) => [path, day(1, `"${path}"`)])));
  for (const path of days.slice(0, 10)) await read(path);
  await read("/day/0");
  for (const path of days.slice(10)) await read(path);
  server.heard.length = 0;
  for (const path of ["/day/0", "/day/3", "/day/11", "/day/1"]) await read(path);
  expect(server.heard.map((headers) => headers["if-none-match"])).toEqual([
    '"/day/0"',
    '"/day/3"',
    '"/day/11"',
    undefined,
  ]);
});
