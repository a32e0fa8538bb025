import { parseArgs } from "node:util";
import { backupUnderLoad } from "./backup-under-load.ts";
import { brokenMailServer } from "./broken-mail-server.ts";
import { databaseRestarts } from "./database-restarts.ts";
import type { Drill, Figure } from "./drill.ts";
import { exhaustedPool } from "./exhausted-pool.ts";
import { failover } from "./failover.ts";
import { guessedCodes } from "./guessed-codes.ts";
import { guessedPasswords } from "./guessed-passwords.ts";
import { invitedCrowd } from "./invited-crowd.ts";
import { killedInstance } from "./killed-instance.ts";
import { killedMigration } from "./killed-migration.ts";
import { killedWithItsDatabase } from "./killed-with-its-database.ts";
import { malformedRequests } from "./malformed-requests.ts";
import { manyEditors } from "./many-editors.ts";
import { outageReturn } from "./outage-return.ts";
import { refreshingTabs } from "./refreshing-tabs.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { sharedFolder } from "./shared-folder.ts";
import { slowConnections } from "./slow-connections.ts";

const drills: Drill[] = [
  killedWithItsDatabase,
  killedInstance,
  databaseRestarts,
  failover,
  malformedRequests,
  slowConnections,
  refreshingTabs,
  invitedCrowd,
  guessedCodes,
  guessedPasswords,
  manyEditors,
  brokenMailServer,
  killedMigration,
  backupUnderLoad,
  sharedFolder,
  exhaustedPool,
  rollingRestart,
  outageReturn,
];

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, many: { type: "boolean", default: false } },
});
const wanted = values.only.split(",").filter((id) => id !== "");
const chosen = drills.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
if (chosen.length === 0) throw new Error(`There is no such drill; there are ${drills.map(({ id }) => id).join(", ")}.`);

const rows: (Figure & { drill: string })[] = [];
for (const { id, what, rounds, run } of chosen) {
  process.stdout.write(`${id} ${what} …\n`);
  const figures = await run(values.many ? rounds.many : rounds.few);
  rows.push(...figures.map((figure) => ({ drill: id, ...figure })));
}
console.table(rows.map(({ isMet, ...row }) => ({ ...row, "": isMet ? "met" : "MISSED" })));
process.exit(rows.every(({ isMet }) => isMet) ? 0 : 1);
