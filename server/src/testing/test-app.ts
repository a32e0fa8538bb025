import { randomUUID } from "node:crypto";
import type { ClanRole } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { InjectOptions } from "fastify";
import { openSecrets } from "../access/sealing.ts";
import { createApp } from "../app.ts";
import { createKysely } from "../db/database.ts";
import { createPool } from "../db/pool.ts";
import { type Reads, readFromLeader } from "../db/reads.ts";
import type { Db } from "../db/tables.ts";
import { listenForEvents } from "../events/listen-for-events.ts";
import { loadBuiltWeb } from "../http/built-web.ts";
import { createLog } from "../http/logging.ts";
import type { Routes } from "../http/route.ts";
import { type Provider, readSettings } from "../settings.ts";
import { createWorkerPool, type WorkerPool } from "../workers/worker-pool.ts";
import { newCredentials } from "./auth-client.ts";
import { asRequest, refuseSecondConnections } from "./one-connection.ts";
import { createTestDatabase } from "./postgres.ts";
import { testSecret } from "./secrets.ts";

interface TestAppOptions {
  /** An app whose database this one shares, as a second instance would. */
  beside?: { database: Awaited<ReturnType<typeof createTestDatabase>> };
  env?: Record<string, string>;
  /** Services to sign in through, for those whose address no setting names. */
  providers?: Provider[];
  routes?: Routes[];
  workers?: WorkerPool;
  /** From the leader unless a test has a replica. */
  reads?: Reads;
}

/** An app over a database of its own, and the people who use it: for tests of settings and of what is counted everywhere. */
export async function createTestApp(options: TestAppOptions = {}) {
  const { env = {}, routes = [], beside, providers, workers = sharedWorkers() } = options;
  const database = beside ? openBeside(beside.database) : await createTestDatabase();
  const settings = readSettings({
    NODE_ENV: "development",
    LOG_LEVEL: "silent",
    AUTH_RATE_LIMITS: "1000",
    CLANHALL_SECRET: testSecret,
    ...env,
  });
  if (providers) settings.auth.providers = providers;
  const log = createLog(settings);
  const listening = await listenForEvents(database.connection, log);
  const { db, pool } = database;
  refuseSecondConnections(pool);
  const secrets = await openSecrets(db, [settings.secret ?? testSecret], log);
  const reads = options.reads ?? readFromLeader(db);
  const shared = { web: await loadBuiltWeb(), events: listening.hub, secrets, workers };
  const app = await createApp({ settings, db, reads, pool, log, ...shared }, routes);

  const callAs = (headers: Record<string, string>) => ({
    headers,
    get: (url: string) => asRequest(() => app.server.inject({ method: "GET", url, headers })),
    send: (method: "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload: InjectOptions["payload"] = {}) =>
      asRequest(() => app.server.inject({ method, url, headers, payload })),
  });
  const person = (userId: string) => ({ userId, ...callAs({ "x-dev-user-id": userId }) });

  return {
    app,
    db: database.db,
    database,
    visitor: callAs({}),
    clan: () => insertClan(database.db),
    async user() {
      return person(await insertUser(database.db));
    },
    /** Somebody with a password and a real session of the auth service. */
    async signedUp() {
      const credentials = newCredentials();
      const answer = await app.server.inject({ method: "POST", url: "/auth/v1/signup", payload: credentials });
      const { access_token, refresh_token, user } = answer.json<SessionAnswer>();
      const headers = { authorization: `Bearer ${access_token}` };
      return { userId: user.id, ...credentials, access_token, refresh_token, ...callAs(headers) };
    },
    async memberOf(clan: { id: string }, role: ClanRole) {
      const userId = await insertUser(database.db);
      const name = `Player ${userId.slice(0, 8)}`;
      const member = { clan_id: clan.id, user_id: userId, name, name_key: toNameKey(name), role };
      const { id } = await database.db
        .insertInto("clan_members")
        .values(member)
        .returning("id")
        .executeTakeFirstOrThrow();
      const since = { clan_id: clan.id, member_id: id, starts_on: "1970-01-01" };
      await database.db.insertInto("clan_member_spans").values(since).execute();
      return { memberId: id, ...person(userId) };
    },
    async appAdmin() {
      const userId = await insertUser(database.db);
      await database.db.insertInto("app_admins").values({ user_id: userId, note: null }).execute();
      return person(userId);
    },
    async close() {
      listening.hub.close();
      await app.server.close();
      await listening.close();
      await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

let appOfWorker: Promise<TestApp> | undefined;

/**
 * One app for all test files of a Vitest worker, for tests that ask nothing of those who are not theirs.
 * It is never cleaned nor closed: it ends with the worker, and its database with the cluster.
 */
export function sharedApp(): Promise<TestApp> {
  return (appOfWorker ??= createTestApp());
}

let workersOfWorker: WorkerPool | undefined;

/** One thread for all apps of a Vitest worker: starting one for each would take longer than most tests. */
export function sharedWorkers(): WorkerPool {
  return (workersOfWorker ??= createWorkerPool({ threads: 1 }));
}

interface SessionAnswer {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

function openBeside(shared: Awaited<ReturnType<typeof createTestDatabase>>) {
  const pool = createPool(shared.connection, 10, { info() {}, warn() {}, error() {} });
  return { ...shared, pool, db: createKysely(pool), close: () => pool.end() };
}

async function insertUser(db: Db): Promise<string> {
  const email = `${randomUUID()}@example.test`;
  const { id } = await db.insertInto("users").values({ email }).returning("id").executeTakeFirstOrThrow();
  return id;
}

async function insertClan(db: Db) {
  const clan = await db
    .insertInto("clans")
    .values({ name: "Night Owls", created_by: null })
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
  const day = { clan_id: clan.id, effective_from: "1970-01-01", time_zone: "UTC", reset_time: "00:00" };
  await db.insertInto("clan_day_rules").values(day).execute();
  return clan;
}
