import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Settings } from "../settings.ts";
import { createKysely, type Database, readDatabaseUrl } from "./database.ts";
import type { Log } from "./log.ts";
import { createPool } from "./pool.ts";
import { StartError } from "./start-error.ts";
import type { Db } from "./tables.ts";
import { isDatabaseAway } from "./wait-for-database.ts";

/** `away` also means a database that does not follow our leader. */
type ReplicaState = "ok" | "behind" | "away";

export interface Reads {
  /** Work that only reads: on one connection to the replica when it has all that was written, else on the leader. */
  read<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** The same for what is read bit by bit: each statement goes to the replica or to the leader. */
  db: Db;
  /** Both are null without a replica. */
  check(): Promise<ReplicaState | null>;
  counts(): { replica: number; leader: number } | null;
}

/** How long a replica is given to catch up; then the leader answers. */
const catchUpMs = 100;
/** How long the replica may take to be reached and to answer what it has. */
const answerMs = 500;
/** After it was away or behind, it is left alone for so long. */
const restMs = 1_000;

/** Without a replica everything is read from the leader. */
export function readFromLeader(db: Db): Reads {
  return { read: (work) => work(db), db, check: async () => null, counts: () => null };
}

/** Opens the replica that the settings name. One that is away is waited for by nobody; another database is refused. */
export async function openReads(
  { databaseReadUrl, databasePool }: Pick<Settings, "databaseReadUrl" | "databasePool">,
  { db, pool }: Pick<Database, "db" | "pool">,
  log: Log,
): Promise<Reads & { close(): Promise<void> }> {
  if (!databaseReadUrl) return { ...readFromLeader(db), close: async () => {} };
  const replica = createPool(readDatabaseUrl(databaseReadUrl), databasePool, log);
  const { system } = await askLeader(pool);
  const { rows } = await inTime(replica.query<{ system: string }>(systemOf)).catch(() => ({ rows: [] }));
  if (rows[0] && rows[0].system !== system) {
    await replica.end();
    throw new StartError(
      "DATABASE_READ_URL leads to another database than DATABASE_URL; name a standby of it, or leave it out.",
    );
  }
  const reads = createReads({ db, pool, replica, log });
  await reads.check();
  return { ...reads, close: () => replica.end() };
}

const systemOf = "select system_identifier::text as system from pg_control_system()";

interface Parts {
  db: Db;
  pool: Pool;
  replica: Pool;
  log: Log;
}

/**
 * Whoever has written reads what they wrote, through whichever instance: each connection to the replica is used only once
 * it has replayed as far as the leader had written when it was asked for.
 */
export function createReads({ db, pool, replica, log }: Parts): Reads {
  const counts = { replica: 0, leader: 0 };
  let state: ReplicaState = "ok";
  let restsUntil = 0;

  function note(now: ReplicaState, err?: unknown): void {
    if (now !== "ok") restsUntil = performance.now() + restMs;
    if (now !== state) {
      if (now === "ok") log.info({}, "The read replica is used again");
      else log.warn({ err, state: now }, "The read replica is not used, the leader answers");
    }
    state = now;
  }

  /** A connection to the replica that has everything; null when there is none in time. */
  async function connectFresh(): Promise<PoolClient | null> {
    const wanted = await askLeader(pool);
    const connecting = replica.connect();
    const client = await inTime(connecting).catch((error: unknown) => {
      note("away", error);
      // Whoever comes too late is not kept.
      connecting.then((late) => late.release()).catch(() => {});
      return null;
    });
    if (!client) return null;
    try {
      const found = await inTime(waitUntilFresh(client, wanted));
      note(found);
      if (found === "ok") return client;
      client.release();
    } catch (error) {
      note("away", error);
      client.release(true);
    }
    return null;
  }

  async function connect(): Promise<PoolClient> {
    const client = performance.now() < restsUntil ? null : await connectFresh();
    counts[client ? "replica" : "leader"] += 1;
    return client ?? pool.connect();
  }

  const fresh = createKysely({ connect, end: async () => {}, options: pool.options });
  return {
    db: fresh,
    async read(work) {
      try {
        return await fresh.connection().execute(work);
      } catch (error) {
        if (!(error instanceof Error) || !isLostOnReplica(error)) throw error;
        log.warn({ err: error }, "A read is tried again on the leader");
        return work(db);
      }
    },
    async check() {
      if (performance.now() >= restsUntil) (await connectFresh())?.release();
      return state;
    },
    counts: () => ({ ...counts }),
  };
}

/** A standby cancels what would hold up its replay, with the code of a conflict between transactions. */
function isLostOnReplica(error: Error): boolean {
  return isDatabaseAway(error) || ("code" in error && error.code === "40001");
}

interface Position {
  lsn: string;
  timeline: string;
  system: string;
}

/**
 * An acknowledged write is flushed, unless `synchronous_commit` is off; then what is only inserted counts too. Not always,
 * because the last page of a leader at rest may stay unflushed for as long as nobody commits.
 */
const position = {
  name: "clanhall_position",
  text: `select position.lsn::text as lsn, left(pg_walfile_name(position.lsn), 8) as timeline,
      (select system_identifier::text from pg_control_system()) as system
    from (
      select case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn
    ) as position`,
};

export async function askLeader(pool: Pool): Promise<Position> {
  const { rows } = await pool.query<Position>(position);
  if (!rows[0]) throw new Error("the leader does not say how far it has written");
  return rows[0];
}

interface Progress {
  is_fresh: boolean;
  follows: boolean;
}

/** A position means something only within one timeline: after a failover, a standby of the former leader may be ahead. */
const progress = {
  name: "clanhall_progress",
  text: `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_fresh,
    pg_is_in_recovery() and (select system_identifier::text from pg_control_system()) = $3
      and exists (select from pg_stat_wal_receiver where lpad(upper(to_hex(received_tli)), 8, '0') = $2) as follows`,
};

async function waitUntilFresh(client: PoolClient, { lsn, timeline, system }: Position): Promise<ReplicaState> {
  const until = performance.now() + catchUpMs;
  for (;;) {
    const { rows } = await client.query<Progress>({ ...progress, values: [lsn, timeline, system] });
    if (!rows[0]?.follows) return "away";
    if (rows[0].is_fresh) return "ok";
    if (performance.now() >= until) return "behind";
    await pause(5);
  }
}

async function inTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the read replica did not answer in time")), answerMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
