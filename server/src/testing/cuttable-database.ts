import { connect, createServer, type Server, type Socket } from "node:net";
import { createApp } from "../app.ts";
import { createKysely } from "../db/database.ts";
import { createPool } from "../db/pool.ts";
import { readFromLeader } from "../db/reads.ts";
import { createEventHub } from "../events/event-hub.ts";
import { loadBuiltWeb } from "../http/built-web.ts";
import { createLog } from "../http/logging.ts";
import { readSettings } from "../settings.ts";
import type { createTestDatabase } from "./postgres.ts";
import { testSecrets } from "./secrets.ts";
import { sharedWorkers } from "./test-app.ts";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** The app over a line to the database that can be cut and mended. */
export async function createAppOverLine(
  { connection }: Pick<TestDatabase, "connection">,
  env: Record<string, string> = {},
) {
  const line = openLine(`${connection.host}/.s.PGSQL.${connection.port}`);
  const port = await line.open(0);
  const log = createLog({ logLevel: "silent" });
  const pool = createPool({ ...connection, host: "127.0.0.1", port }, 3, log);
  const settings = readSettings({ NODE_ENV: "development", ...env });
  const shared = { web: await loadBuiltWeb(), events: createEventHub(log), workers: sharedWorkers() };
  const db = createKysely(pool);
  const parts = { settings, db, reads: readFromLeader(db), pool, log, ...shared, secrets: testSecrets };
  const { server } = await createApp(parts);
  return {
    server,
    cut: () => line.cut(),
    mend: () => line.open(port),
    async close() {
      await server.close();
      await pool.end();
      await line.cut();
    },
  };
}

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
