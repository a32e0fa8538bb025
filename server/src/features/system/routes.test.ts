import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { productConfig } from "@clanhall/contract/system";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readFromLeader } from "../../db/reads.ts";
import { readSettings } from "../../settings.ts";
import { createAppOverLine } from "../../testing/cuttable-database.ts";
import { createTestDatabase } from "../../testing/postgres.ts";
import { createTestApp, sharedApp } from "../../testing/test-app.ts";
import { version } from "../../version.ts";
import { toProductConfig } from "./routes.ts";

const world = await sharedApp();
const database = await createTestDatabase();
let app: Awaited<ReturnType<typeof createAppOverLine>>;

beforeAll(async () => {
  app = await createAppOverLine(database);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const health = () => app.server.inject({ method: "GET", url: "/health" });

test("a healthy server says so, with its version", async () => {
  const answer = await health();
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: "ok", version, database: "ok" });
});

test("while the database is away calls get 503 with retry-after, and it recovers by itself", async () => {
  await app.cut();
  const away = await vi.waitFor(async () => {
    const answer = await health();
    expect(answer.statusCode).toBe(503);
    return answer;
  });
  expect(away.json()).toMatchObject({ error: "unavailable" });
  expect(away.headers["retry-after"]).toBe("2");

  const call = await app.server.inject({
    method: "GET",
    url: "/api/me/admin",
    headers: { "x-dev-user-id": "7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111" },
  });
  expect(call.statusCode).toBe(503);
  expect(call.json()).toMatchObject({ error: "unavailable", request_id: expect.any(String) });

  await app.mend();
  await vi.waitFor(async () => expect((await health()).statusCode).toBe(200), { timeout: 10_000 });
});

test("calls within a moment ask the replica once, and a later one asks again", async () => {
  const check = vi.fn(async () => "behind" as const);
  const beside = await createTestApp({ beside: world, reads: { ...readFromLeader(world.db), check } });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await beside.close();
  });
  const ask = async () => (await beside.app.server.inject({ method: "GET", url: "/health" })).json<object>();
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  const behind = { status: "ok", version, database: "ok", replica: "behind" };
  expect(answers).toEqual(answers.map(() => behind));
  expect(answers).toHaveLength(20);
  expect(check).toHaveBeenCalledTimes(1);
  await ask();
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(50);
  await ask();
  expect(check).toHaveBeenCalledTimes(2);
});

test("where the server itself was busy for too long, an answer of the database that has come meanwhile counts", async () => {
  await world.visitor.get("/health");
  // Longer than that answer is kept for others.
  await pause(200);
  const answer = world.visitor.get("/health");
  for (let turns = 0; turns < 3; turns += 1) await nextTurn();
  const until = performance.now() + 600;
  while (performance.now() < until);
  expect((await answer).statusCode).toBe(200);
});

test("U14: the public configuration says whether a mail server is set, and not which", async () => {
  const without = productConfig.parse((await world.visitor.get("/api/config")).json());
  expect(without.mail).toBe(false);
  const config = toProductConfig(readSettings({ SMTP_URL: "smtp://owl:hoot@mail.clan.example" }));
  expect(config.mail).toBe(true);
  expect(Object.keys(config)).toEqual(Object.keys(without));
  expect(JSON.stringify(config)).not.toMatch(/hoot|mail\.clan\.example/);
});
