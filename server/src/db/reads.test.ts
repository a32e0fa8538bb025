import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { daysAgo } from "../testing/entries.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { openShared, visit } from "../testing/shared-board.ts";
import { openLeaderWithStandby } from "../testing/standby.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createPool } from "./pool.ts";
import { createReads, openReads, type Reads } from "./reads.ts";

const token = "a quiet phrase that Prometheus alone knows";
const soon = { timeout: 15_000, interval: 50 };
const silent = { info() {}, warn() {}, error() {} };

let pair: Awaited<ReturnType<typeof openLeaderWithStandby>>;
let replica: ReturnType<typeof createPool>;
let reads: Reads;
let log: ReturnType<typeof recordedLog>;
/** One instance reads from the replica, the other from the leader alone. */
let app: TestApp;
let beside: TestApp;

beforeAll(async () => {
  pair = await openLeaderWithStandby();
  replica = createPool(pair.standby, 10, silent);
  log = recordedLog();
  reads = createReads({ ...pair.database, replica, log });
  await vi.waitFor(async () => expect(await reads.check()).toBe("ok"), soon);
  app = await createTestApp({ beside: pair, reads, env: { METRICS_TOKEN: token } });
  beside = await createTestApp({ beside: pair });
});
afterAll(async () => {
  await app.close();
  await beside.close();
  await replica.end();
  await pair.close();
});

const readFrom = () =>
  reads.read(async (db) => (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is);
const health = async () => (await app.visitor.get("/health")).json<{ replica?: string }>().replica;
const served = () => reads.counts() ?? { replica: 0, leader: 0 };

async function readMetrics() {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.app.server.inject({ method: "GET", url: "/metrics", headers })).body;
}

test("boards, history and exports are read from the replica, and say the same as the leader", async () => {
  const { clan, owner, kara, url, enter, token: share } = await openShared(beside);
  await enter(kara, 7);
  await enter(owner, 3, 1);
  const range = `from=${daysAgo(30)}&to=${daysAgo(0)}`;
  const ofClan = `/api/clans/${clan.id}`;
  const addresses = [
    `${ofClan}/entries?${range}`,
    `${ofClan}/entries/summary?${range}&rows=member`,
    `${ofClan}/entries/changes?${range}`,
    `${ofClan}/entries.csv?${range}`,
    `${ofClan}/entries.json?${range}`,
    `${ofClan}/members/${kara.memberId}/page`,
    "/api/me/standing",
    `${url}/standings`,
    `${url}/standings.csv`,
    `${url}/periods`,
    `${url}/explain?member_id=${kara.memberId}`,
  ];
  for (const address of addresses) {
    const before = served();
    const answer = await app.app.server.inject({ method: "GET", url: address, headers: owner.headers });
    expect([answer.statusCode, address]).toEqual([200, address]);
    expect(answer.body).toBe((await owner.get(address)).body);
    expect(served()).toEqual({ replica: expect.any(Number), leader: before.leader });
    expect(served().replica).toBeGreaterThan(before.replica);
  }
  const before = served();
  expect((await visit(app, share).json()).json()).toMatchObject({ rows: [{ score: 7 }, { score: 3 }, { score: 0 }] });
  const file = await app.app.server.inject({ method: "GET", url: `${ofClan}/export`, headers: owner.headers });
  expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
  expect(served().replica).toBeGreaterThan(before.replica + 10);
  expect(log.messages("warn")).toEqual([]);
});

test("whoever wrote through one instance reads it at once through the other", async () => {
  const { clan, owner, kara, enter } = await openShared(beside);
  const url = `/api/clans/${clan.id}/entries?from=${daysAgo(0)}&to=${daysAgo(0)}`;
  const before = served();
  for (let value = 1; value <= 25; value++) {
    expect((await enter(kara, value)).statusCode).toBe(200);
    const answer = await app.app.server.inject({ method: "GET", url, headers: owner.headers });
    expect(answer.json()).toMatchObject({ items: [{ value }] });
  }
  expect(served().replica).toBeGreaterThan(before.replica);
});

test("a replica that lags is not read: the leader answers, health and metrics say so, and it is used again", async () => {
  const { owner, kara, url, enter, token: share } = await openShared(beside);
  await replica.query("select pg_wal_replay_pause()");
  await enter(kara, 5);
  const standings = await app.app.server.inject({ method: "GET", url: `${url}/standings`, headers: owner.headers });
  expect(standings.json()).toMatchObject({ rows: [{ score: 5 }, {}, {}] });
  expect((await visit(app, share).json()).json()).toMatchObject({ rows: [{ score: 5 }, {}, {}] });
  expect(await readFrom()).toBe(false);
  expect(await health()).toBe("behind");
  expect(await readMetrics()).toContain("clanhall_replica_up 0");
  await replica.query("select pg_wal_replay_resume()");
  await vi.waitFor(async () => expect(await health()).toBe("ok"), soon);
  expect(await readFrom()).toBe(true);
  const series = await readMetrics();
  expect(series).toContain("clanhall_replica_up 1");
  expect(series).toMatch(/clanhall_replica_reads_total\{server="replica"\} [1-9]/);
  expect(series).toMatch(/clanhall_replica_reads_total\{server="leader"\} [1-9]/);
});

test("a replica that goes away is missed by nobody, and is used again when it is back", async () => {
  const { owner, url } = await openShared(beside);
  await pair.stop();
  for (let call = 0; call < 5; call++) {
    const answer = await app.app.server.inject({ method: "GET", url: `${url}/standings`, headers: owner.headers });
    expect(answer.statusCode).toBe(200);
  }
  expect(await health()).toBe("away");
  expect((await beside.visitor.get("/health")).json()).not.toHaveProperty("replica");
  await pair.start();
  await vi.waitFor(async () => expect(await health()).toBe("ok"), soon);
  expect(await readFrom()).toBe(true);
});

test("what the replica breaks off is read again from the leader", async () => {
  const tried: boolean[] = [];
  const found = await reads.read(async (db) => {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
    const isReplica = rows[0]?.is === true;
    tried.push(isReplica);
    if (isReplica) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    return "found";
  });
  expect([found, tried]).toEqual(["found", [true, false]]);
  await expect(reads.read(() => Promise.reject(new Error("a fault of ours")))).rejects.toThrow("a fault of ours");
});

test("a role that may not see what the replica follows, and a database that follows nobody, are not read", async () => {
  await pair.database.pool.query("create role reader login password 'reader'");
  await vi.waitFor(async () => {
    const { rows } = await replica.query("select 1 from pg_roles where rolname = 'reader'");
    expect(rows).toHaveLength(1);
  }, soon);
  const blind = createPool({ ...pair.standby, user: "reader", password: "reader" }, 1, silent);
  expect(await createReads({ ...pair.database, replica: blind, log: silent }).check()).toBe("away");
  await pair.database.pool.query("grant pg_read_all_stats to reader");
  await vi.waitFor(async () => {
    expect(await createReads({ ...pair.database, replica: blind, log: silent }).check()).toBe("ok");
  }, soon);
  await blind.end();
  const { pool } = pair.database;
  expect(await createReads({ ...pair.database, replica: pool, log: silent }).check()).toBe("away");
});

test("an operator who names another database is told at the start; one whose replica is away starts all the same", async () => {
  const other = await createTestDatabase();
  const open = (databaseReadUrl: string | null) =>
    openReads({ databaseReadUrl, databasePool: 2 }, pair.database, silent);
  await expect(open(other.url)).rejects.toThrow("DATABASE_READ_URL leads to another database than DATABASE_URL");
  const away = await open("postgres://nobody@127.0.0.1:1/clanhall");
  expect(await away.check()).toBe("away");
  await away.close();
  const none = await open(null);
  expect(await none.check()).toBeNull();
  await other.close();
});
