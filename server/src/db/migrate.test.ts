import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEmptyDatabase } from "../testing/postgres.ts";
import { migrate } from "./migrate.ts";

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await write("0001_games.sql", "create table games (name text);");
  await write("0002_first_game.sql", "insert into games values ('Chess');");
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

function write(name: string, sql: string) {
  return writeFile(join(folder, name), sql);
}

async function listNames(sql: string): Promise<string[]> {
  return (await database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);
}

const listGames = () => listNames("select name from games");
const listRecorded = () => listNames("select name from clanhall_migrations order by number");

test("a migration runs once, and the next start applies only what is new", async () => {
  expect((await migrate(database.connection, folder)).map(({ name }) => name)).toEqual([
    "0001_games",
    "0002_first_game",
  ]);
  expect(await migrate(database.connection, folder)).toEqual([]);
  await write("0003_second_game.sql", "insert into games values ('Go');");
  expect((await migrate(database.connection, folder)).map(({ number }) => number)).toEqual([3]);
  expect(await listGames()).toEqual(["Chess", "Go"]);
});

test("of several instances that start at once each migration is run by one", async () => {
  const runs = await Promise.all(Array.from({ length: 6 }, () => migrate(database.connection, folder)));
  expect(runs.flat()).toHaveLength(2);
  expect(await listGames()).toEqual(["Chess"]);
});

test("an operator learns that an applied migration was changed", async () => {
  await migrate(database.connection, folder);
  await write("0002_first_game.sql", "insert into games values ('Poker');");
  await expect(migrate(database.connection, folder)).rejects.toThrow("Migration 0002_first_game was changed after");
});

test("other line endings do not count as a change", async () => {
  await write("0003_three.sql", "insert into games\nvalues ('Go');\n");
  await migrate(database.connection, folder);
  await write("0003_three.sql", "insert into games\r\nvalues ('Go');\r\n");
  expect(await migrate(database.connection, folder)).toEqual([]);
});

test("an older release refuses the database of a newer one", async () => {
  await write("0003_future.sql", "create table future (id int);");
  await migrate(database.connection, folder);
  await rm(join(folder, "0003_future.sql"));
  await expect(migrate(database.connection, folder)).rejects.toThrow("newer than this Clanhall (it has 0003_future)");
});

test("a gap in the numbers is refused", async () => {
  await write("0004_gap.sql", "select 1;");
  await expect(migrate(database.connection, folder)).rejects.toThrow("0004_gap is out of line");
});

test("of a migration that fails nothing is kept, and what came before it stays", async () => {
  await write("0003_broken.sql", "insert into games values ('Go'); create table halfway (id int); select nonsense;");
  await expect(migrate(database.connection, folder)).rejects.toThrow("Migration 0003_broken failed");
  expect(await listGames()).toEqual(["Chess"]);
  expect(await listRecorded()).toEqual(["0001_games", "0002_first_game"]);
});

test("a migration killed in the middle leaves nothing behind and runs again", async () => {
  await write("0003_slow.sql", "create table halfway (id int); select pg_sleep(60);");
  const program = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, "migrate.ts"))};
    await migrate(${JSON.stringify(database.connection)}, ${JSON.stringify(folder)});`;
  const instance = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
  const sleeper = "select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  const pid = await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ pid: number }>(sleeper);
      if (!rows[0]) throw new Error("not in the middle yet");
      return rows[0].pid;
    },
    { timeout: 10_000, interval: 50 },
  );
  instance.kill("SIGKILL");
  await once(instance, "exit");
  await database.pool.query("select pg_terminate_backend($1, 5000)", [pid]);

  expect(await listNames("select relname as name from pg_class where relname = 'halfway'")).toEqual([]);
  expect(await listRecorded()).toHaveLength(2);
  await write("0003_slow.sql", "create table halfway (id int);");
  expect(await migrate(database.connection, folder)).toHaveLength(1);
});

test("a role that may not create tables can start once the schema is there", async () => {
  await migrate(database.connection, folder);
  const role = `reader_${database.connection.database}`;
  await database.pool.query(`create role ${role} login password 'secret'; grant usage on schema public to ${role};
    grant select on all tables in schema public to ${role}`);
  const connection = { ...database.connection, user: role, password: "secret" };
  expect(await migrate(connection, folder)).toEqual([]);

  const client = new Client(connection);
  await client.connect();
  await expect(client.query("create table mine (id int)")).rejects.toThrow("permission denied");
  await client.end();
  await database.pool.query(`drop owned by ${role}; drop role ${role}`);
});
