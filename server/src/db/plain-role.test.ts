import { Client, type ClientConfig } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { enqueue } from "../jobs/enqueue.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import { createTestHandlers } from "../testing/job-handlers.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { migrate } from "./migrate.ts";

/** What the role of a running server needs, once `clanhall migrate` has run as the owner of the schema. */
const rights = (role: string) => `
  create role ${role} login password 'plain';
  grant usage on schema public, pgboss to ${role};
  grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
  grant usage, select on all sequences in schema public, pgboss to ${role};
  grant execute on all functions in schema public, pgboss to ${role}`;

let owner: Awaited<ReturnType<typeof createTestDatabase>>;
let role: string;
let connection: typeof owner.connection;
let world: TestApp;
beforeAll(async () => {
  owner = await createTestDatabase();
  role = `plain_${owner.connection.database}`;
  await owner.pool.query(rights(role));
  connection = { ...owner.connection, user: role, password: "plain" };
  world = await createTestApp({ beside: { database: { ...owner, connection } } });
});
afterAll(async () => {
  await world.close();
  await owner.pool.query(`drop owned by ${role}; drop role ${role}`);
  await owner.close();
});

async function tryAs(given: ClientConfig, statement: string): Promise<void> {
  const client = new Client(given);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

test.each([
  "create table mine (id int)",
  "create schema mine",
  "alter table users add column is_mine boolean",
  "drop table clan_audit",
  "truncate users",
  "create function mine() returns int language sql as 'select 1'",
  "create role another",
])("S60: the role of a running server may not %s", async (statement) => {
  await expect(tryAs(connection, statement)).rejects.toThrow(/permission denied|must be owner/);
});

test("S60: with that role the server starts, and people sign up, found clans and invite", async () => {
  expect(await migrate(connection)).toEqual([]);
  const { rows } = await world.database.pool.query<{ current_user: string }>("select current_user");
  expect(rows).toEqual([{ current_user: role }]);
  const person = await world.signedUp();
  expect((await person.get("/api/me/profile")).statusCode).toBe(200);
  const clan = await world.clan();
  const keeper = await world.memberOf(clan, "owner");
  const player = await keeper.send("POST", `/api/clans/${clan.id}/members`, { name: "Kara" });
  expect(player.statusCode).toBe(200);
  const invite = await keeper.send("POST", "/api/invites", { clanMemberId: player.json<{ id: string }>().id });
  expect(invite.statusCode).toBe(200);
});

test("S60: with that role jobs are worked", async () => {
  const log = recordedLog();
  const handlers = await createTestHandlers(world.db, log);
  const seen: string[] = [];
  const jobs = await startJobs({
    connection,
    log,
    handlers: { ...handlers, "deliver-mail": async ({ mailId }) => void seen.push(mailId) },
    pollSeconds: 0.5,
  });
  await world.db.transaction().execute((tx) => enqueue(tx, "deliver-mail", { mailId: "kept" }));
  await vi.waitFor(() => expect(seen).toContain("kept"), { timeout: 10_000, interval: 25 });
  await jobs.stop();
});
