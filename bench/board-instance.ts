import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openSecrets, requireSealingSecrets } from "../server/src/access/sealing.ts";
import { createApp } from "../server/src/app.ts";
import { openDatabase } from "../server/src/db/database.ts";
import { readFromLeader } from "../server/src/db/reads.ts";
import { listenForEvents } from "../server/src/events/listen-for-events.ts";
import { loadBuiltWeb } from "../server/src/http/built-web.ts";
import { createLog } from "../server/src/http/logging.ts";
import { readSettings } from "../server/src/settings.ts";
import { createWorkerPool } from "../server/src/workers/worker-pool.ts";

/** An instance of the product beside the first, and a door to what happens inside it. It prints both addresses. */
const settings = readSettings(process.env);
const log = createLog(settings);
const { db, pool, connection } = await openDatabase(settings, log, "visitor");
const { hub } = await listenForEvents(connection, log);
const secrets = await openSecrets(db, await requireSealingSecrets(settings), log);
const shared = { web: await loadBuiltWeb(), events: hub, secrets, workers: createWorkerPool() };
const { server, boards } = await createApp({ settings, db, reads: readFromLeader(db), pool, log, ...shared });

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const door = createServer((_request, response) => {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  response.end(JSON.stringify({ computations: boards.countComputations(), held: heapUsed + external, rss }));
});
await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
const address = await server.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${address} http://127.0.0.1:${(door.address() as AddressInfo).port}\n`);
process.on("SIGTERM", () => void pool.end().then(() => process.exit(0)));
