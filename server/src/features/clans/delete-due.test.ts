import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordedLog } from "../../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { deleteDueClans } from "./close.ts";

let world: TestApp;
let log: ReturnType<typeof recordedLog>;
beforeAll(async () => {
  world = await createTestApp();
});
beforeEach(() => {
  log = recordedLog();
});
afterAll(() => world.close());

/** Clans that are due, the first one the longest. */
async function dueClans(count: number) {
  const clans = await Promise.all(Array.from({ length: count }, () => world.clan()));
  for (const [index, { id }] of clans.entries()) {
    const deletes_at = new Date(Date.now() - (count - index) * 1000);
    await world.db.updateTable("clans").set({ deletes_at }).where("id", "=", id).execute();
  }
  return clans.map(({ id }) => id);
}

async function listClansLeft(ids: string[]): Promise<string[]> {
  const rows = await world.db.selectFrom("clans").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}

test("a clan that cannot be deleted keeps none of the others, and is tried again", async () => {
  const [first = "", second = ""] = await dueClans(2);
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if old.id = ${sql.lit(first)} then raise 'not now'; end if;
      return old;
    end $$
  `.execute(world.db);
  await sql`create trigger refuse before delete on clans for each row execute function refuse()`.execute(world.db);
  await deleteDueClans(world.db, log);
  expect(await listClansLeft([first, second])).toEqual([first]);
  expect(log.messages("warn")).toEqual(["clan not deleted yet, it is tried again"]);
  expect(log.messages("info")).toEqual(["clan deleted"]);

  await sql`drop trigger refuse on clans`.execute(world.db);
  await deleteDueClans(world.db, log);
  expect(await listClansLeft([first])).toEqual([]);
});

test("many players and activities go in several statements, of which none takes too long", async () => {
  const [clanId = ""] = await dueClans(1);
  await sql`insert into clan_members (clan_id, name, name_key)
    select ${clanId}::uuid, 'P' || n, 'p' || n from generate_series(1, 450) as n`.execute(world.db);
  await sql`insert into activities (clan_id, name, name_key, short_label)
    select ${clanId}::uuid, 'A' || n, 'a' || n, 'a' from generate_series(1, 12) as n`.execute(world.db);
  await sql`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from deleted) > tg_argv[0]::int then raise 'too many at once'; end if;
      return null;
    end $$
  `.execute(world.db);
  for (const [table, most] of Object.entries({ clan_members: 200, activities: 5 })) {
    await sql`create trigger refuse_many after delete on ${sql.table(table)}
      referencing old table as deleted for each statement execute function refuse_many(${sql.lit(most)})
    `.execute(world.db);
  }
  await deleteDueClans(world.db, log);
  expect(log.messages("warn")).toEqual([]);
  expect(await listClansLeft([clanId])).toEqual([]);
  const { rows } = await sql`select from clan_members where clan_id = ${clanId}`.execute(world.db);
  expect(rows).toEqual([]);
});
