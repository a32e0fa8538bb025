import { Client } from "pg";
import { type Database, readDatabaseUrl } from "../../db/database.ts";
import { askLeader } from "../../db/reads.ts";
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts";

/** Whether reads can go to the standby, and where they do not: why. */
export async function checkReplica(readUrl: string, { pool }: Pick<Database, "pool">): Promise<Finding> {
  const leader = await askLeader(pool);
  let replica: Replica;
  try {
    replica = await askReplica(readUrl);
  } catch (error) {
    return notUsed(`DATABASE_READ_URL cannot be used (${reasonOf(error)})`, "start the standby or correct the setting");
  }
  if (replica.system !== leader.system) {
    return problem(
      "replica",
      "DATABASE_READ_URL leads to another database than DATABASE_URL: name a standby of it, or leave it out.",
    );
  }
  if (!replica.is_standby) return notUsed("DATABASE_READ_URL leads to no standby", "name one, or leave it out");
  if (!replica.is_streaming) return notUsed("The standby does not stream from a leader", "look at its log");
  if (replica.timeline === null) {
    const { role } = replica;
    return notUsed(`${role} may not see whom the standby follows`, `run "grant pg_read_all_stats to ${role}"`);
  }
  if (replica.timeline !== leader.timeline) {
    return notUsed("The standby follows another leader than that of DATABASE_URL", "make it follow that one");
  }
  return fine("replica", "The standby of DATABASE_READ_URL answers and follows its leader.");
}

function notUsed(reason: string, advice: string): Finding {
  return warning("replica", `${reason}, so everything is read from DATABASE_URL: ${advice}.`);
}

interface Replica {
  system: string;
  is_standby: boolean;
  is_streaming: boolean;
  /** Null also where the role may not see it. */
  timeline: string | null;
  role: string;
}

async function askReplica(readUrl: string): Promise<Replica> {
  const client = new Client({
    ...readDatabaseUrl(readUrl),
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
    application_name: "clanhall command",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Replica>(
      `select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as is_standby,
         exists (select from pg_stat_wal_receiver) as is_streaming,
         (select lpad(upper(to_hex(received_tli)), 8, '0') from pg_stat_wal_receiver) as timeline,
         quote_ident(current_user) as role`,
    );
    if (!rows[0]) throw new Error("it gives no answer");
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}
