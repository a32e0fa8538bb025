import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cli } from "kysely-codegen";
import { openEmbedded } from "../server/src/db/embedded/open.ts";
import { migrate } from "../server/src/db/migrate.ts";

/** Writes server/src/db/tables.generated.ts from a database that has just been migrated. */
const silent = { info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), "clanhall-types-"));
chmodSync(folder, 0o755);
const postgres = await openEmbedded({ dataFolder: join(folder, "data"), connections: 10, role: "server" }, silent);
try {
  await migrate(postgres.connection);
  const { host, port, user, password, database } = postgres.connection;
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  await new Cli().run({ argv: ["--url", url] });
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}
