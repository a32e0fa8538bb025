import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createAppOverLine } from "../../testing/cuttable-database.ts";
import { createTestDatabase } from "../../testing/postgres.ts";
import { version } from "../../version.ts";

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

test("while the database is away people get 503 with a time to try again, and it heals by itself", async () => {
  await app.cut();
  const away = await health();
  expect(away.statusCode).toBe(503);
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
