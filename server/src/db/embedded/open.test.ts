import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../database.ts";
import type { Log } from "../log.ts";
import { removeUnfinished } from "./cluster.ts";
import type { EmbeddedRole } from "./open.ts";
import { findPostmaster } from "./process.ts";

const silent = { info() {}, warn() {}, error() {} };
const isRoot = process.getuid?.() === 0;
const parent = mkdtempSync(join(tmpdir(), "clanhall embedded "));
chmodSync(parent, 0o755);
/** Most tests meet in one folder, one after the other: making a cluster takes most of a second. */
const folder = join(parent, "data of the clan");

function open(dataFolder = folder, role: EmbeddedRole = "server", log: Log = silent): Promise<Database> {
  return openDatabase({ dataFolder, databaseUrl: null, databasePool: 4 }, log, role);
}

function postmasterOf(dataFolder = folder) {
  return findPostmaster(join(dataFolder, "postgres"));
}

function killPostmaster(): void {
  const postmaster = postmasterOf();
  if (!postmaster) throw new Error("PostgreSQL is not running");
  process.kill(postmaster.pid, "SIGKILL");
}

async function countRows({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ total: number }>("select count(*) as total from visits");
  return rows[0]?.total ?? 0;
}

beforeAll(async () => {
  const database = await open();
  await database.pool.query("create table visits (id int primary key)");
  await database.close();
});

afterAll(() => rmSync(parent, { recursive: true }));

test("a stopped server leaves nothing running, and its rows are there at the next start", async () => {
  const first = await open();
  await first.pool.query("insert into visits values (-1)");
  await first.close();
  expect(postmasterOf()).toBeNull();

  const second = await open();
  expect(await countRows(second)).toBe(1);
  await second.close();
});

test("only the owner can read the password and reach the socket", async () => {
  const database = await open();
  expect(statSync(join(folder, "postgres", "clanhall.password")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "socket")).mode & 0o777).toBe(0o700);
  const { rows } = await database.pool.query("select current_setting('listen_addresses') as addresses");
  expect(rows).toEqual([{ addresses: "" }]);
  await database.close();
});

test("a folder deeper than a socket's name may be long works too", async () => {
  const deep = join(parent, "a".repeat(60), "b".repeat(60));
  const database = await open(deep);
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await database.close();
  rmSync(database.connection.host ?? "", { recursive: true });
});

test("a second Clanhall on the same folder is told so, and the first goes on", async () => {
  const first = await open();
  await expect(open()).rejects.toThrow(
    `Another Clanhall is already running on ${folder}. Stop it, or set CLANHALL_DATA to another folder.`,
  );
  expect(await countRows(first)).toBe(1);
  await first.close();
});

test("of two first starts at the same moment one wins and the other is told", async () => {
  const fresh = join(parent, "twice");
  const outcomes = await Promise.allSettled([open(fresh), open(fresh)]);
  const winners = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(winners).toHaveLength(1);
  expect(refusals).toEqual([expect.stringContaining("Another Clanhall is already running")]);
  expect(readdirSync(fresh).filter((name) => name.startsWith("unfinished"))).toEqual([]);
  await winners[0]?.close();
});

test("what another first start still writes into is removed once it has ended", async () => {
  const path = join(parent, "busy");
  const left = join(path, "unfinished-by-another");
  mkdirSync(left, { recursive: true });
  const program = `for n in $(seq 400); do mkdir -p "${left}/$n" && : > "${left}/$n/file"; [ $n -eq 20 ] && echo busy; done 2> /dev/null`;
  const writer = spawn("sh", ["-c", program], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(writer, "exit");
  await once(writer.stdout, "data");
  await removeUnfinished({ path });
  await ended;
  await removeUnfinished({ path });
  expect(readdirSync(path)).toEqual([]);
});

test("a start right behind a stop waits for it", async () => {
  const leaving = await open();
  const [, arriving] = await Promise.all([leaving.close(), open()]);
  expect(await countRows(arriving)).toBe(1);
  await arriving.close();
});

/** Another process that owns the folder and says which rows are committed. */
async function startWriter(rows: number) {
  const program = `import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, "../database.ts"))};
    const silent = { info() {}, warn() {}, error() {} };
    const settings = { dataFolder: ${JSON.stringify(folder)}, databaseUrl: null, databasePool: 4 };
    const { pool } = await openDatabase(settings, silent);
    for (let id = 1; ; id++) {
      await pool.query("insert into visits values ($1)", [id]);
      console.log(id);
    }`;
  const writer = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let committed = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    committed = Number(line);
    if (committed >= rows) break;
  }
  return { writer, committed };
}

test("after kill -9 the next start takes over the running database with every committed row", async () => {
  const { writer, committed } = await startWriter(50);
  const left = postmasterOf();
  writer.kill("SIGKILL");
  await once(writer, "exit");

  const database = await open();
  expect(postmasterOf()?.pid).toBe(left?.pid);
  expect(await countRows(database)).toBeGreaterThan(committed);
  await database.pool.query("delete from visits where id > 0");
  await database.close();
  expect(postmasterOf()).toBeNull();
});

test("after kill -9 of everything the next start recovers every committed row", async () => {
  const { writer, committed } = await startWriter(50);
  writer.kill("SIGKILL");
  killPostmaster();

  const database = await open();
  expect(await countRows(database)).toBeGreaterThan(committed);
  await database.pool.query("delete from visits where id > 0");
  await database.close();
});

test("a database that dies while we run comes back by itself", async () => {
  const back = Promise.withResolvers<void>();
  const database = await open(folder, "server", { ...silent, info: () => back.resolve() });
  expect(await countRows(database)).toBe(1);
  killPostmaster();
  await back.promise;
  await vi.waitFor(async () => expect(await countRows(database)).toBe(1));
  await expect(open()).rejects.toThrow("Another Clanhall is already running");
  await database.close();
  expect(postmasterOf()).toBeNull();
});

test("a process number used again by another program does not keep the database from starting", async () => {
  const { uid, gid } = statSync(join(folder, "postgres"));
  const other = spawn("sleep", ["60"], isRoot ? { uid, gid } : {});
  const socket = join(folder, "socket");
  const lines = [other.pid, join(folder, "postgres"), 1_700_000_000, 5432, socket, "", "  1 1", "ready   "].join("\n");
  writeFileSync(join(folder, "postgres", "postmaster.pid"), lines);
  writeFileSync(join(socket, ".s.PGSQL.5432.lock"), lines);

  const database = await open();
  expect(await countRows(database)).toBe(1);
  await database.close();
  other.kill();
});

test("what a killed first start has left is cleared away", async () => {
  const left = join(folder, "unfinished-1");
  mkdirSync(left);
  const database = await open();
  expect(existsSync(left)).toBe(false);
  await database.close();
});

test("a command shares the database with a server, and whoever leaves last stops it", async () => {
  const server = await open();
  const command = await open(folder, "visitor");
  await server.close();
  expect(await countRows(command)).toBe(1);
  const nextServer = await open();
  await command.close();
  expect(await countRows(nextServer)).toBe(1);
  await nextServer.close();
  expect(postmasterOf()).toBeNull();

  const alone = await open(folder, "visitor");
  await alone.close();
  expect(postmasterOf()).toBeNull();
});

test("an unusable data folder is explained in one sentence", async () => {
  await expect(open("/proc/clanhall")).rejects.toThrow(/cannot write to its data folder .+ CLANHALL_DATA/);
});

test.runIf(isRoot)("root is told about a folder its database user cannot reach", async () => {
  mkdirSync(join(parent, "private"), { mode: 0o700 });
  await expect(open(join(parent, "private", "data"))).rejects.toThrow(/out of reach for the user .+ CLANHALL_DATA/);
});

test("a database that cannot start says why", async () => {
  writeFileSync(join(folder, "postgres", "postgresql.auto.conf"), "no_such_setting = 1\n");
  await expect(open()).rejects.toThrow(/did not start.+[^]+no_such_setting/);
  writeFileSync(join(folder, "postgres", "postgresql.auto.conf"), "");
});
