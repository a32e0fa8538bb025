import type { Log } from "../db/log.ts";
import type { Db } from "../db/tables.ts";
import { createJobHandlers } from "../job-handlers.ts";
import { testSecrets } from "./secrets.ts";
import { sharedWorkers } from "./test-app.ts";

type Fields = Partial<Parameters<typeof createJobHandlers>[0]>;

/** What the jobs of an instance do, which sends no mail and knows no Discord unless the fields say so. */
export async function createTestHandlers(db: Db, log: Log, fields: Fields = {}) {
  return createJobHandlers({
    db,
    log,
    mail: { smtpUrl: null, from: "Clanhall <hall@clan.test>" },
    sessionLife: { idleDays: 30, maxDays: 90 },
    secrets: testSecrets,
    publicUrl: "https://hall.clan.test",
    discordApi: "http://127.0.0.1:9",
    workers: sharedWorkers(),
    ...fields,
  });
}
