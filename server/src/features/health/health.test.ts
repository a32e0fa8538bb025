import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApp } from "../../app.ts";
import { createKysely } from "../../db/database.ts";
import { createPool } from "../../db/pool.ts";
import { createEventHub } from "../../events/event-hub.ts";
import { loadBuiltWeb } from "../../http/built-web.ts";
import { createLog } from "../../http/logging.ts";
import { readSettings } from "../../settings.ts";
import { createTestDatabase } from "../../testing/postgres.ts";
import { version } from "../../version.ts";

/** A line to the database that can be cut and mended. */
function openLine(socketPath: string) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(socketPath);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  return {
    open: (port: number) =>
      new Promise<number>((resolve) => server.listen(port, "127.0.0.1", () => resolve(portOf(server)))),
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const database = await createTestDatabase();
const { host, port: pgPort } = database.connection;
const line = openLine(`${host}/.s.PGSQL.${pgPort}`);
const port = await line.open(0);
const log = createLog({ logLevel: "silent" });
const pool = createPool({ ...database.connection, host: "127.0.0.1", port }, 3, log);
const settings = readSettings({ NODE_ENV: "development" });
let app: Awaited<ReturnType<typeof createApp>>["server"];

beforeAll(async () => {
  ({ server: app } = await createApp({
    settings,
    db: createKysely(pool),
    log,
    web: await loadBuiltWeb(),
    events: createEventHub(log),
  }));
});
afterAll(async () => {
  await app.close();
  await pool.end();
  await line.cut();
  await database.close();
});

const health = () => app.inject({ method: "GET", url: "/health" });

test("a healthy server says so, with its version", async () => {
  const answer = await health();
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: "ok", version, database: "ok" });
});

test("while the database is away people get 503 with a time to try again, and it heals by itself", async () => {
  await line.cut();
  const away = await health();
  expect(away.statusCode).toBe(503);
  expect(away.json()).toMatchObject({ error: "unavailable" });
  expect(away.headers["retry-after"]).toBe("2");

  const call = await app.inject({
    method: "GET",
    url: "/api/me/admin",
    headers: { "x-dev-user-id": "7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111" },
  });
  expect(call.statusCode).toBe(503);
  expect(call.json()).toMatchObject({ error: "unavailable", request_id: expect.any(String) });

  await line.open(port);
  await vi.waitFor(async () => expect((await health()).statusCode).toBe(200), { timeout: 10_000 });
});
