import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedApp } from "../testing/test-app.ts";
import { listOfAny, prepared } from "./prepared.ts";

const world = await sharedApp();

test("a prepared statement with a list is planned a few times, and then no more", async () => {
  const rows = await world.db.connection().execute(async (db) => {
    for (let round = 0; round < 12; round++) {
      await sql`${prepared} select found.name as planned_once
        from unnest(${listOfAny([randomUUID()], "uuid")}) as asked (id)
        cross join lateral (select name from clans where clans.id = asked.id offset 0) as found`.execute(db);
    }
    const statements = await sql<{ generic_plans: number; custom_plans: number }>`
      select generic_plans::int, custom_plans::int from pg_prepared_statements
      where statement like '%planned_once%'`.execute(db);
    return statements.rows;
  });
  expect(rows).toEqual([{ generic_plans: 7, custom_plans: 5 }]);
});
