import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase, createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { createKysely } from "./database.ts";
import { landedMigrations, migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";
import { listMissingParts, listParts, makeParts, prepareParts, type RunSql } from "./parts.ts";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** A day of a month so many months from now. */
function inMonths(months: number, day = 1): string {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day)).toISOString().slice(0, 10);
}

const partOf = (table: string, day: string) => `${table}_${day.slice(0, 7).replace("-", "_")}`;

/** All statements go to one connection, as a transaction needs it. */
async function onOne<Value>(work: (run: RunSql) => Promise<Value>, { pool }: TestDatabase = database): Promise<Value> {
  const client = await pool.connect();
  try {
    return await work((text) => client.query(text));
  } finally {
    client.release();
  }
}

/** A clan with a player and an activity, for entries on any day. */
async function addClan({ pool }: TestDatabase = database) {
  const { rows } = await pool.query<{ clan: string; member: string; activity: string }>(`
    with clan as (insert into clans (name) values ('Owls') returning id),
      member as (insert into clan_members (clan_id, name, name_key) select id, 'Ann', 'ann' from clan returning id, clan_id),
      activity as (insert into activities (clan_id, name, name_key, short_label) select id, 'Raid', 'raid', 'R' from clan returning id)
    select clan.id as clan, member.id as member, activity.id as activity from clan, member, activity`);
  const [row] = rows;
  if (!row) throw new Error("no clan");
  const enter = async (day: string, version = 1) => {
    const values = [row.clan, day, row.member, row.activity, version];
    await pool.query(
      `insert into entries (clan_id, day, member_id, activity_id, state, value, version, revision, entered_by, source)
       values ($1, $2, $3, $4, 'value', 7, $5, 1, $3, 'ui')
       on conflict (clan_id, day, member_id, activity_id) do update set version = excluded.version`,
      values,
    );
    await pool.query(
      `insert into entry_versions (clan_id, day, member_id, activity_id, version, state, value, entered_by, source)
       values ($1, $2, $3, $4, $5, 'value', 7, $3, 'ui')`,
      values,
    );
  };
  return { ...row, enter };
}

/** In which part the row of a day lies. */
async function locate(table: string, { pool }: TestDatabase = database): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ day: string; part: string }>(
    `select day::text, tableoid::regclass::text as part from ${table} order by day`,
  );
  return Object.fromEntries(rows.map(({ day, part }) => [day, part]));
}

test("the coming months have parts, each where the one before it ends", async () => {
  const later = new Date(inMonths(4, 20));
  expect(await onOne((run) => makeParts(run, later))).toEqual([]);
  for (const table of ["entries", "entry_versions"]) {
    const parts = (await onOne(listParts)).filter(({ split }) => split === table);
    expect(parts.map(({ name, since, ends }) => [name, since, ends])).toEqual([
      [`${table}_first`, null, inMonths(2)],
      ...[2, 3, 4, 5, 6].map((month) => [partOf(table, inMonths(month)), inMonths(month), inMonths(month + 1)]),
    ]);
  }
  expect(await onOne((run) => listMissingParts(run, later))).toEqual([]);
});

test("a row lies in the part of its day, is found there when it is written again, and goes with its player and its clan", async () => {
  await onOne((run) => makeParts(run, new Date(inMonths(2))));
  const { clan, member, enter } = await addClan();
  const [lastOfMonth, first] = [inMonths(4, 0), inMonths(4)];
  for (const day of ["2019-12-31", lastOfMonth, first, "2999-01-01"]) await enter(day);
  await enter(first, 2);
  for (const table of ["entries", "entry_versions"]) {
    expect(await locate(table)).toEqual({
      "2019-12-31": `${table}_first`,
      [lastOfMonth]: partOf(table, lastOfMonth),
      [first]: partOf(table, first),
      "2999-01-01": `${table}_rest`,
    });
  }
  const { rows } = await database.pool.query("select version from entries where day = $1", [first]);
  expect(rows).toEqual([{ version: 2 }]);

  await database.pool.query("delete from clan_members where id = $1", [member]);
  expect(await locate("entries")).toEqual({});
  await database.pool.query("delete from clans where id = $1", [clan]);
  expect(await locate("entry_versions")).toEqual({});
});

test("an entry of nobody, and one of another clan's player, is refused by every part", async () => {
  const [here, there] = [await addClan(), await addClan()];
  for (const day of ["2019-12-31", inMonths(2), "2999-01-01"]) {
    for (const other of [randomUUID(), there.member]) {
      const writing = database.pool.query(
        `insert into entries (clan_id, day, member_id, activity_id, state, value, revision, entered_by, source)
         values ($1, $2, $3, $4, 'value', 7, 1, $3, 'ui')`,
        [here.clan, day, other, here.activity],
      );
      await expect(writing).rejects.toThrow("entries_clan_id_member_id_fkey");
    }
  }
});

test("days that came before their month had a part are moved into it", async () => {
  const { enter } = await addClan();
  const days = [inMonths(5, 0), inMonths(5), inMonths(6, 0), inMonths(6)];
  for (const day of days) await enter(day);
  expect(new Set(Object.values(await locate("entries")))).toEqual(new Set(["entries_rest"]));
  expect(await onOne((run) => makeParts(run, new Date(inMonths(3))))).toEqual([]);
  for (const table of ["entries", "entry_versions"]) {
    expect(Object.values(await locate(table))).toEqual([
      ...days.slice(0, 3).map((day) => partOf(table, day)),
      `${table}_rest`,
    ]);
  }
});

test("the part of a month on another disk is read and written as before", async () => {
  const { connection, pool } = database;
  const { enter, clan } = await addClan();
  const [day, next] = [inMonths(2), inMonths(3)];
  await onOne((run) => makeParts(run, new Date(inMonths(1))));
  await enter(day);
  const disk = `slow_${randomUUID().replaceAll("-", "")}`;
  onTestFinished(async () => {
    // The database, which holds the part, is gone by now.
    const client = new Client({ ...connection, database: "postgres" });
    await client.connect();
    await client.query(`drop tablespace ${disk}`);
    await client.end();
  });
  await onOne(async (run) => {
    await run("set allow_in_place_tablespaces = on");
    await run(`create tablespace ${disk} location ''`);
    for (const table of ["entries", "entry_versions"]) {
      const part = partOf(table, day);
      const { rows } = await run(
        `select indexrelid::regclass::text as name from pg_index where indrelid = '${part}'::regclass`,
      );
      await run(`alter table ${part} set tablespace ${disk}`);
      for (const index of rows as { name: string }[]) await run(`alter index ${index.name} set tablespace ${disk}`);
    }
  });
  await enter(day, 2);
  await enter(next);
  expect(await locate("entries")).toEqual({ [day]: partOf("entries", day), [next]: partOf("entries", next) });
  const { rows } = await pool.query("select version from entries where clan_id = $1 order by day", [clan]);
  expect(rows).toEqual([{ version: 2 }, { version: 1 }]);
  expect(await onOne((run) => makeParts(run, new Date(inMonths(3))))).toEqual([]);
  await pool.query("delete from clans where id = $1", [clan]);
  expect(await locate("entry_versions")).toEqual({});
});

test("while somebody holds the rest, no part is made and nobody waits long; the next time it is", async () => {
  const holder = await database.pool.connect();
  await holder.query("begin; lock table entries_rest in share mode");
  const missing = await onOne((run) => makeParts(run, new Date(inMonths(2))));
  expect(new Set(missing.map(({ split }) => split))).toEqual(new Set(["entries"]));
  await holder.query("rollback");
  holder.release();
  expect(await onOne((run) => makeParts(run, new Date(inMonths(2))))).toEqual([]);
}, 60_000);

test("a role that may not create tables writes on, and the log says what to run", async () => {
  const role = `plain_${database.connection.database}`;
  await database.pool.query(`create role ${role}; grant all on all tables in schema public to ${role}`);
  const log = recordedLog();
  const pool = createPool({ ...database.connection, options: `-c role=${role}` }, 2, log);
  const later = new Date(inMonths(4, 10));
  await prepareParts(createKysely(pool), log, later);
  await pool.end();
  expect(log.messages("warn")).toEqual([
    "Parts for the coming months are missing: run clanhall migrate as the owner of the tables",
  ]);
  const { enter } = await addClan();
  await enter(inMonths(4, 10));
  expect(Object.values(await locate("entries"))).toEqual(["entries_rest"]);

  await prepareParts(database.db, log, later);
  expect(log.messages("warn")).toHaveLength(1);
  expect(Object.values(await locate("entries"))).toEqual([partOf("entries", inMonths(4, 10))]);
  expect(await onOne((run) => listMissingParts(run, later))).toEqual([]);
  await database.pool.query(`drop owned by ${role}; drop role ${role}`);
});

test("what was there before the tables were split is the first part, read where it lies", async () => {
  const old = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  const names = (await readdir(landedMigrations)).toSorted();
  const take = (chosen: string[]) =>
    Promise.all(chosen.map((name) => copyFile(join(landedMigrations, name), join(folder, name))));
  try {
    await take(names.slice(0, 35));
    await migrate(old.connection, folder);
    const { enter } = await addClan(old);
    await enter("2026-01-31");
    await enter("2088-06-15");
    const fileOf = "select pg_relation_filepath($1::regclass) as path";
    const before = (await old.pool.query(fileOf, ["entries"])).rows;
    await take(names.slice(0, 38));
    await migrate(old.connection, folder);
    expect((await old.pool.query(fileOf, ["entries_first"])).rows).toEqual(before);
    expect(await locate("entries", old)).toEqual({ "2026-01-31": "entries_first", "2088-06-15": "entries_first" });
    expect(await locate("entry_versions", old)).toEqual({
      "2026-01-31": "entry_versions_first",
      "2088-06-15": "entry_versions_first",
    });
    expect((await onOne(listParts, old)).find(({ name }) => name === "entries_first")?.ends).toBe("2088-08-01");
    await enter("2026-01-31", 2);
    expect(Object.keys(await locate("entries", old))).toHaveLength(2);
  } finally {
    await old.close();
    await rm(folder, { recursive: true });
  }
});
