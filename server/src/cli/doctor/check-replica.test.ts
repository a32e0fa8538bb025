import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../testing/postgres.ts";
import { openLeaderWithStandby } from "../../testing/standby.ts";
import { checkReplica } from "./check-replica.ts";

const soon = { timeout: 15_000, interval: 50 };

let pair: Awaited<ReturnType<typeof openLeaderWithStandby>>;
beforeAll(async () => {
  pair = await openLeaderWithStandby();
});
afterAll(() => pair.close());

const check = (readUrl = urlAs(pair.standby)) => checkReplica(readUrl, pair.database);

function urlAs({ host, port, user, password, database }: typeof pair.standby): string {
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

test("a standby that follows the leader is fine, and one that has stopped is a warning", async () => {
  await vi.waitFor(async () => expect((await check()).state).toBe("ok"), soon);
  await pair.stop();
  expect(await check()).toMatchObject({ state: "warning", text: expect.stringContaining("start the standby") });
  await pair.start();
  await vi.waitFor(async () => expect((await check()).state).toBe("ok"), soon);
});

test("a role that may not see whom the standby follows is told what to grant", async () => {
  await pair.database.pool.query("create role reader login password 'reader'");
  const readUrl = urlAs({ ...pair.standby, user: "reader", password: "reader" });
  const advice = expect.stringContaining('run "grant pg_read_all_stats to reader"');
  await vi.waitFor(async () => expect(await check(readUrl)).toMatchObject({ state: "warning", text: advice }), soon);
  await pair.database.pool.query("grant pg_read_all_stats to reader");
  await vi.waitFor(async () => expect((await check(readUrl)).state).toBe("ok"), soon);
});

test("another database is a problem", async () => {
  const other = await createTestDatabase();
  const text = expect.stringContaining("DATABASE_READ_URL leads to another database than DATABASE_URL");
  expect(await check(other.url)).toMatchObject({ state: "problem", text });
  await other.close();
});

test("a standby that streams from nobody is a warning", async () => {
  const standby = new Client(pair.standby);
  await standby.connect();
  await standby.query("alter system set primary_conninfo = ''");
  await standby.query("select pg_reload_conf()");
  await standby.end();
  const text = expect.stringContaining("does not stream from a leader");
  await vi.waitFor(async () => expect(await check()).toMatchObject({ state: "warning", text }), soon);
});
