import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDatabaseUrl } from "../server/src/db/database.ts";
import { landedMigrations, migrate } from "../server/src/db/migrate.ts";
import { createPool } from "../server/src/db/pool.ts";
import { startCommand } from "./commands.ts";
import { type Drill, exactly } from "./drill.ts";
import { type Ground, openGround, until } from "./ground.ts";
import { haltAt, isHalted, readSchema, statementsSoFar } from "./migration-halts.ts";

const silent = { info() {}, warn() {}, error() {} };

export const killedMigration: Drill = {
  id: "F19",
  what: "a migration is killed after any of its statements, every other time with the database, and two instances start",
  rounds: { few: 3, many: 60 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const steps = await readSteps(ground);
      const found = { half: 0, wrong: 0, ended: 0 };
      const kills: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const target = await createDatabase(ground);
        const statement = 1 + Math.floor(Math.random() * steps.statements);
        await target.query(haltAt(statement));
        const killed = startCommand(["migrate"], { DATABASE_URL: target.url });
        await until(async () => (await ground.query<{ halted: boolean }>(isHalted, [target.name]))[0]?.halted ?? false);
        await killed.kill();
        if (round % 2 === 1) {
          await ground.killDatabase("SIGKILL");
          await ground.untilDatabaseAnswers();
        }
        await endLeftovers(ground, target.name);
        const left = await target.read();
        kills.push(`${statement} (${left.applied} kept)`);
        if (steps.schemas[left.applied] !== left.schema) found.half += 1;
        const twins = [1, 2].map(() => ground.startInstance({ DATABASE_URL: target.url }));
        const started = await Promise.allSettled(twins);
        found.ended += started.filter(({ status }) => status === "rejected").length;
        const end = await target.read();
        if (end.applied !== steps.files || steps.schemas[end.applied] !== end.schema) found.wrong += 1;
        for (const start of started) if (start.status === "fulfilled") await start.value.kill();
        await target.close();
      }
      process.stdout.write(`  of ${steps.statements} statements killed after number ${kills.join(", ")}\n`);
      return [
        exactly("schemas left half applied", found.half, 0),
        exactly("schemas that are not this release's after two instances started at once", found.wrong, 0),
        exactly("instances that did not start", found.ended, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

/** The schema after each migration when nothing happens, and how many statements all of them take. */
async function readSteps(ground: Ground) {
  const files = (await readdir(landedMigrations)).filter((name) => name.endsWith(".sql")).toSorted();
  const folder = await mkdtemp(join(tmpdir(), "clanhall-drill-"));
  const target = await createDatabase(ground);
  try {
    await target.query(haltAt(0));
    const schemas = [(await target.read()).schema];
    for (const file of files) {
      await copyFile(join(landedMigrations, file), join(folder, file));
      await migrate(readDatabaseUrl(target.url), folder);
      schemas.push((await target.read()).schema);
    }
    const [counted] = await target.query<{ total: number }>(statementsSoFar);
    return { files: files.length, schemas, statements: counted?.total ?? 0 };
  } finally {
    await target.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function createDatabase(ground: Ground) {
  const name = `migrated_${crypto.randomUUID().slice(0, 8)}`;
  await ground.query(`create database ${name}`);
  const url = ground.databaseUrl.replace("/postgres?", `/${name}?`);
  const pool = createPool(readDatabaseUrl(url), 1, silent);
  const query = async <Row extends object>(text: string) => (await pool.query<Row>(text)).rows;
  return {
    name,
    url,
    query,
    read: async () => {
      const [row] = await query<{ applied: number; schema: string }>(readSchema);
      if (!row) throw new Error("the schema could not be read");
      return row;
    },
    close: () => pool.end(),
  };
}

/** The server learns of its client's death only when it next speaks to it. */
async function endLeftovers(ground: Ground, name: string): Promise<void> {
  const working =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'";
  await until(async () => (await ground.query(working, [name])).length === 0);
}
