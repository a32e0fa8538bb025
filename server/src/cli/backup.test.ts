import { createHash } from "node:crypto";
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  hasForeignKeys,
  nameSealingSecret,
  nameSecretOfBackup,
  openSecrets,
  readSealingSecrets,
  requireSealingSecrets,
} from "../access/sealing.ts";
import { landedMigrations, migrate } from "../db/migrate.ts";
import { listParts, makeParts } from "../db/parts.ts";
import { createEmptyDatabase, createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { openBackup } from "./backup-file.ts";
import { writeBackup } from "./backup.ts";
import { workOn } from "./command.ts";
import { restoreBackup } from "./restore.ts";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** Every kind of column and table that is hard to carry over: cycles, generated and counted columns, triggers. */
const schema = `
  create type mood as enum ('calm', 'wild');
  create table everything (
    id bigint generated always as identity primary key, uuid uuid, string text, small smallint, whole integer, big bigint,
    exact numeric(12, 4), real real, double double precision, yes boolean, day date, at timestamptz, local timestamp,
    took interval, bytes bytea, json json, jsonb jsonb, list text[], numbers int[], mood mood, ip inet,
    doubled bigint generated always as (whole * 2::bigint) stored);
  create table leaders (id serial primary key, team integer, "odd ""name" text default 'x');
  create table teams (id serial primary key, leader integer references leaders (id), parent integer references teams (id));
  alter table leaders add foreign key (team) references teams (id) on delete cascade;
  create table changes (total integer);
  create function note() returns trigger language plpgsql as 'begin insert into changes values (1); return new; end';
  create trigger note after insert on leaders for each row execute function note();
  create table seeded (name text primary key);
  insert into seeded values ('by the migration');`;

const rows = `
  insert into everything (uuid, string, small, whole, big, exact, real, double, yes, day, at, local, took, bytes, json, jsonb,
    list, numbers, mood, ip)
  values (gen_random_uuid(), E'Zoë 🐉 \\t tab \\n line \\r return \\\\ slash \\\\. \\\\N "quoted" ''single''', -7, 2147483647,
    9007199254740993, 12345678.9012, 3.4e38, 0.1, true, '0044-03-15 BC', '2026-02-28 23:59:59.123456+05:45',
    '1999-12-31 12:00', '1 year -3 days 04:05:06.7', '\\x00ff5c2e0a', '{"a":  1}', '{"b": [null, "\\u00e9"]}',
    array['a,b', null, '', '{}', E'\\n\\\\.\\n'], '{1,null,3}', 'wild', '2001:db8::1/64'),
    (null, '', null, null, null, 'NaN', 'Infinity', '-Infinity', false, 'infinity', '-infinity', null, null, '', null, null,
    '{}', null, 'calm', null);
  insert into everything (string) select repeat('long ', n) from generate_series(1, 500) n;
  insert into everything (string) values (E'\\\\.'), (null);
  delete from everything where id = 500;
  insert into leaders ("odd ""name") values ('Ann'), (null);
  insert into teams (leader, parent) values (1, null), (2, 1);
  update leaders set team = 2;
  insert into seeded values ('by hand');`;

const storedByClans = `
  with ann as (insert into users (email) values ('ann@clan.test') returning id),
    clan as (insert into clans (name) values ('Night Owls') returning id),
    bulletin as (insert into bulletins (clan_id, title, content) select id, 'Raid', '<p>Zoë</p>' from clan returning *),
    webhook as (insert into webhooks (clan_id, name, url_sealed, url_hint, events)
      select id, 'general', '\\x00ff', 'abcd', array['bulletin', 'reminder'] from clan returning *),
    version as (insert into bulletin_versions (clan_id, bulletin_id, version, title, content, written_at)
      select clan_id, id, 1, 'Raid', '', now() from bulletin),
    delivery as (insert into webhook_deliveries (clan_id, webhook_id, event, subject, facts)
      select clan_id, id, 'bulletin', 'b', '{"a": [1, null]}' from webhook)
  insert into admin_audit (actor_id, action, target_type, before) select id, 'user.suspend', 'user', '{"a": 1}' from ann`;

const entriesOn = `
  with clan as (insert into clans (name) values ('Owls') returning id),
    member as (insert into clan_members (clan_id, name, name_key) select id, 'Ann', 'ann' from clan returning id, clan_id),
    activity as (insert into activities (clan_id, name, name_key, short_label)
      select id, 'Raid', 'raid', 'R' from clan returning id)
  insert into entries (clan_id, day, member_id, activity_id, state, value, revision, entered_by, source)
  select clan_id, unnest($1::date[]), member.id, activity.id, 'value', 7, 1, member.id, 'ui' from member, activity`;

let folder: string;
let migrations: string;
let source: TestDatabase;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backup-"));
  await chmod(folder, 0o755);
  migrations = await mkdtemp(join(folder, "migrations-"));
  await writeFile(join(migrations, "0001_all.sql"), schema);
  source = await createEmptyDatabase();
  await migrate(source.connection, migrations);
  await source.pool.query(rows);
  file = join(folder, "clan.backup");
  await backUp(source, file);
});

afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

function backUp({ connection }: TestDatabase, target: string) {
  return workOn(connection, new AbortController().signal, (client) => writeBackup(client, target));
}

async function restore({ connection }: TestDatabase, from = file, { force = false, releases = migrations } = {}) {
  const opened = await openBackup(from, releases);
  try {
    await workOn(connection, new AbortController().signal, (client) => restoreBackup(client, opened, force));
  } finally {
    opened.lines.close();
  }
}

async function hashTables({ pool }: TestDatabase): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const table of ["everything", "leaders", "teams", "changes", "seeded"]) {
    const { rows: found } = await pool.query<{ line: string }>(`select t::text as line from ${table} t order by 1`);
    const lines = found.map(({ line }) => line).join("\n");
    hashes[table] = `${found.length} rows ${createHash("sha256").update(lines).digest("hex")}`;
  }
  return hashes;
}

test("what was backed up is what is restored, to the last character", async () => {
  const target = await createEmptyDatabase();
  await restore(target);
  expect(await hashTables(target)).toEqual(await hashTables(source));
  await target.close();
});

test("a restored clan goes on where it stood: numbers continue, references and triggers hold", async () => {
  const target = await createEmptyDatabase();
  await restore(target);
  const { rows: next } = await target.pool.query("insert into everything (string) values ('next') returning id");
  expect(next).toEqual([{ id: 505 }]);
  await target.pool.query("insert into leaders (team) values (1)");
  expect((await target.pool.query("select count(*) as total from changes")).rows).toEqual([{ total: 3 }]);
  await expect(target.pool.query("insert into leaders (team) values (99)")).rejects.toThrow("foreign key");
  await target.close();
});

test("whatever this release stores travels, the newest tables included", async () => {
  const [here, there] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await here.pool.query(storedByClans);
  const everything = join(folder, "everything.backup");
  const { tables } = await backUp(here, everything);
  const { rows: stored } = await here.pool.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  const names = stored.map(({ name }) => name as string).filter((name) => name !== "clanhall_migrations");
  expect(tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted());

  await restore(there, everything, { releases: landedMigrations });
  for (const table of ["admin_audit", "bulletins", "bulletin_versions", "webhooks", "webhook_deliveries"]) {
    const read = async ({ pool }: TestDatabase) => (await pool.query(`select * from ${table}`)).rows;
    expect(await read(there), table).toEqual(await read(here));
    expect(await read(there), table).toHaveLength(1);
  }
  await Promise.all([here.close(), there.close()]);
});

test("months of entries come back in parts of their own, also those of a backup from before there were any", async () => {
  const older = await mkdtemp(join(folder, "older-"));
  const names = (await readdir(landedMigrations)).toSorted();
  await Promise.all(names.slice(0, 35).map((name) => copyFile(join(landedMigrations, name), join(older, name))));
  const [before, here, there] = await Promise.all([createEmptyDatabase(), createTestDatabase(), createEmptyDatabase()]);
  await migrate(before.connection, older);
  const days = ["2024-02-29", "2026-01-31", "2088-03-01"];
  for (const { pool } of [before, here]) await pool.query(entriesOn, [days]);
  const read = async ({ pool }: TestDatabase) =>
    (await pool.query("select day, tableoid::regclass::text as part from entries order by day")).rows;

  const ofOlder = join(folder, "older.backup");
  expect((await backUp(before, ofOlder)).parts).toEqual([]);
  await restore(there, ofOlder, { releases: landedMigrations });
  expect(await read(there)).toEqual(days.map((day) => ({ day, part: "entries_first" })));

  const client = await here.pool.connect();
  await makeParts((text) => client.query(text), new Date(Date.now() + 200 * 86_400_000));
  client.release();
  const ofThis = join(folder, "parts.backup");
  const { parts } = await backUp(here, ofThis);
  expect(parts.length).toBeGreaterThan(10);
  await restore(there, ofThis, { force: true, releases: landedMigrations });
  expect(await listParts((text) => there.pool.query(text))).toEqual(parts);
  expect(await read(there)).toEqual(await read(here));
  expect((await read(there)).at(-1)).toEqual({ day: "2088-03-01", part: "entries_rest" });
  await there.pool.query("delete from clan_members");
  expect(await read(there)).toEqual([]);
  await Promise.all([before.close(), here.close(), there.close()]);
}, 60_000);

test("a restored database backs up to the same bytes again", async () => {
  const target = await createEmptyDatabase();
  await restore(target);
  const again = join(folder, "again.backup");
  await backUp(target, again);
  const withoutTime = (bytes: Buffer) =>
    gunzipSync(bytes)
      .toString()
      .replace(/"created_at":"[^"]+"/, "");
  expect(withoutTime(await readFile(again))).toBe(withoutTime(await readFile(file)));
  await target.close();
});

test("a backup of an older release is brought up to this one", async () => {
  const releases = await mkdtemp(join(folder, "newer-"));
  await writeFile(join(releases, "0001_all.sql"), schema);
  await writeFile(
    join(releases, "0002_renamed.sql"),
    "alter table seeded rename to kept; alter table kept add length int; update kept set length = length(name);",
  );
  const target = await createEmptyDatabase();
  await migrate(target.connection, releases);
  await target.pool.query("delete from kept");
  await restore(target, file, { releases });
  const { rows: kept } = await target.pool.query("select name, length from kept order by name");
  expect(kept).toEqual([
    { name: "by hand", length: 7 },
    { name: "by the migration", length: 16 },
  ]);
  expect(await migrate(target.connection, releases)).toEqual([]);
  await target.close();
});

test("a database that holds rows is replaced only when asked to", async () => {
  const target = await createEmptyDatabase();
  await migrate(target.connection, migrations);
  await target.pool.query("insert into changes values (42)");
  await expect(restore(target)).rejects.toThrow("already holds rows (in changes); add --force");
  expect((await target.pool.query("select total from changes")).rows).toEqual([{ total: 42 }]);
  await restore(target, file, { force: true });
  expect(await hashTables(target)).toEqual(await hashTables(source));
  await target.close();
});

test("whoever interrupts a restore once everything is there has restored it", async () => {
  const target = await createEmptyDatabase();
  await target.pool.query("create schema beside; create table beside.held ()");
  const holder = await target.pool.connect();
  await holder.query("begin; lock table beside.held in share update exclusive mode");
  const opened = await openBackup(file, migrations);
  const interruption = new AbortController();
  const restoring = workOn(target.connection, interruption.signal, (client) => restoreBackup(client, opened, false));
  await vi.waitFor(async () => {
    const { rows: waiting } = await target.pool.query(
      "select from pg_stat_activity where datname = current_database() and query = 'analyze' and wait_event_type = 'Lock'",
    );
    expect(waiting).toHaveLength(1);
  });
  interruption.abort();
  await restoring;
  opened.lines.close();
  expect(await hashTables(target)).toEqual(await hashTables(source));
  await holder.query("rollback");
  holder.release();
  await target.close();
});

test("with a key file and CLANHALL_SECRET an operator is told to keep both", async () => {
  const dataFolder = join(folder, "data");
  const settings = { secret: "set after the key file", databaseUrl: null, dataFolder };
  expect(nameSealingSecret(settings)).toBe("CLANHALL_SECRET");
  await requireSealingSecrets({ ...settings, secret: null });
  expect(nameSealingSecret(settings)).toBe(`CLANHALL_SECRET and ${join(dataFolder, "sealing.key")}`);
  expect(nameSealingSecret({ ...settings, secret: null })).toBe(join(dataFolder, "sealing.key"));
  expect(nameSealingSecret({ ...settings, databaseUrl: "postgres://localhost/clan" })).toBe("CLANHALL_SECRET");
});

test("a built-in database with a second secret moves to another with CLANHALL_SECRET alone", async () => {
  const [here, there] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const builtIn = { secret: null, databaseUrl: null, dataFolder: join(folder, "moving") };
  const both = { ...builtIn, secret: "set after the key file" };
  const open = async ({ db }: TestDatabase, settings: typeof builtIn | typeof both) =>
    openSecrets(db, await requireSealingSecrets(settings), recordedLog());
  const factor = (await open(here, builtIn)).seal("JBSWY3DP", "totp");
  const keyFile = join(builtIn.dataFolder, "sealing.key");
  expect(await nameSecretOfBackup(here.db, builtIn)).toBe(keyFile);
  expect(await nameSecretOfBackup(here.db, both)).toBe(`CLANHALL_SECRET and ${keyFile}`);
  await open(here, both);
  expect(await nameSecretOfBackup(here.db, both)).toBe("CLANHALL_SECRET");

  const moved = join(folder, "moved.backup");
  await backUp(here, moved);
  await restore(there, moved, { releases: landedMigrations });
  const settings = { ...both, databaseUrl: "postgres://elsewhere/clan" };
  expect(await hasForeignKeys(there.db, await readSealingSecrets(settings))).toBe(false);
  const secrets = await openSecrets(there.db, await requireSealingSecrets(settings), recordedLog());
  expect(secrets.open(factor, "totp")).toBe("JBSWY3DP");
  await Promise.all([here.close(), there.close()]);
});

test("only its owner may read a backup, and nothing unfinished lies beside it", async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a backup that cannot be written says so", async () => {
  await expect(backUp(source, join(folder, "missing", "clan.backup"))).rejects.toThrow(/cannot be written to .+ENOENT/);
});

async function damage(change: (bytes: Buffer) => Buffer): Promise<string> {
  const damagedFile = join(folder, "damaged.backup");
  await writeFile(damagedFile, change(await readFile(file)));
  return damagedFile;
}

const rewritten = (change: (text: string) => string) => (bytes: Buffer) =>
  gzipSync(change(gunzipSync(bytes).toString()));

test.each([
  ["cut in the middle", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), "damaged or cut short"],
  ["cut near the start", (bytes: Buffer) => bytes.subarray(0, 40), "damaged or cut short"],
  ["cut near the end", (bytes: Buffer) => bytes.subarray(0, -9), "damaged or cut short"],
  ["empty", () => Buffer.alloc(0), "damaged or cut short"],
  ["without its last table", rewritten((text) => text.slice(0, text.lastIndexOf("by hand"))), "damaged or cut short"],
  ["without its last line", rewritten((text) => text.replace(/end\n$/, "")), "damaged or cut short"],
  ["with one letter changed", rewritten((text) => text.replace("Zoë", "Zoe")), "damaged or cut short"],
  ["a picture", () => Buffer.from("\u0089PNG\r\n\u001a\n"), "is not a Clanhall backup"],
  ["another gzip'd text", () => gzipSync("create table users ();\n"), "is not a Clanhall backup"],
  ["of a newer format", rewritten((text) => text.replace('_backup":1', '_backup":2')), "newer or different Clanhall"],
  ["of a newer schema", rewritten((text) => text.replace(/"checksum":"../, '"checksum":"zz')), "newer or different"],
])("a file that is %s is refused and nothing is changed", async (_what, change, sentence) => {
  const target = await createEmptyDatabase();
  await expect(restore(target, await damage(change))).rejects.toThrow(sentence);
  expect((await target.pool.query("select from pg_class where relname = 'everything'")).rows).toEqual([]);
  await target.close();
});

test("a missing file is named", async () => {
  await expect(openBackup(join(folder, "nothing"), migrations)).rejects.toThrow(/There is no file .+nothing/);
});
