import { fileURLToPath } from "node:url";
import { runUnits } from "../bench/runner/run-units.ts";
import { ensureBuilt } from "../scripts/build.mjs";
import { appendedVersions } from "./appended-versions.ts";
import { backupUnderLoad } from "./backup-under-load.ts";
import { badWebhookTarget } from "./bad-webhook-target.ts";
import { brokenLines } from "./broken-lines.ts";
import { brokenMailServer } from "./broken-mail-server.ts";
import { databaseRestarts } from "./database-restarts.ts";
import { type Drill, toUnit } from "./drill.ts";
import { earlierReleases } from "./earlier-releases.ts";
import { exhaustedPool } from "./exhausted-pool.ts";
import { failover } from "./failover.ts";
import { fullDisk } from "./full-disk.ts";
import { guessedCodes } from "./guessed-codes.ts";
import { guessedPasswords } from "./guessed-passwords.ts";
import { heavyCallers } from "./heavy-callers.ts";
import { hoardedBoardStreams } from "./hoarded-board-streams.ts";
import { hoardedClanStreams } from "./hoarded-clan-streams.ts";
import { invitedCrowd } from "./invited-crowd.ts";
import { killedInstance } from "./killed-instance.ts";
import { killedMigration } from "./killed-migration.ts";
import { killedWithItsDatabase } from "./killed-with-its-database.ts";
import { littleMemory } from "./little-memory.ts";
import { malformedRequests } from "./malformed-requests.ts";
import { manyEditors } from "./many-editors.ts";
import { outageReturn } from "./outage-return.ts";
import { patroniFailovers } from "./patroni-failovers.ts";
import { powerCut } from "./power-cut.ts";
import { refreshingTabs } from "./refreshing-tabs.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { sharedFolder } from "./shared-folder.ts";
import { slowDatabase } from "./slow-database.ts";
import { slowConnections } from "./slow-connections.ts";
import { soak } from "./soak.ts";
import { wrongClocks } from "./wrong-clocks.ts";

const drills: Drill[] = [
  killedWithItsDatabase,
  powerCut,
  killedInstance,
  databaseRestarts,
  failover,
  patroniFailovers,
  slowDatabase,
  malformedRequests,
  slowConnections,
  refreshingTabs,
  invitedCrowd,
  guessedCodes,
  guessedPasswords,
  ...heavyCallers,
  manyEditors,
  appendedVersions,
  wrongClocks,
  fullDisk,
  brokenMailServer,
  badWebhookTarget,
  killedMigration,
  backupUnderLoad,
  earlierReleases,
  sharedFolder,
  exhaustedPool,
  brokenLines,
  rollingRestart,
  outageReturn,
  soak,
  littleMemory,
  hoardedClanStreams,
  hoardedBoardStreams,
];

await runUnits({
  title: "Drills",
  script: import.meta.filename,
  units: drills.map(toUnit),
  timeLimitMs: 20 * 60_000,
  hasMany: true,
  figuresFile: fileURLToPath(new URL("../docs/figures.md", import.meta.url)),
  prepare: ensureBuilt,
});
