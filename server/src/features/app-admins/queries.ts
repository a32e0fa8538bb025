import { sql } from "kysely";
import { hasSecondFactor } from "../../db/second-factor.ts";
import type { Db } from "../../db/tables.ts";

/** The longest-serving first. */
export function listAppAdmins(db: Db) {
  return db
    .selectFrom("app_admins")
    .innerJoin("users", "users.id", "app_admins.user_id")
    .select(["users.id", "users.email", "users.display_name", "app_admins.note", "app_admins.granted_at"])
    .select("users.email_confirmed_by")
    .select(hasSecondFactor.as("has_factor"))
    .where("users.deleted_at", "is", null)
    .orderBy("app_admins.granted_at")
    .orderBy("users.id")
    .execute();
}

export async function countSignUpsSince(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countFailedSignInsSince(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("auth_audit")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("at", ">", since)
    .where("action", "=", "login")
    .where("outcome", "=", "failure")
    .executeTakeFirstOrThrow();
  return count;
}

export function countClans(db: Db) {
  return db
    .selectFrom("clans")
    .select((row) => row.fn.countAll<number>().as("total"))
    .select((row) => row.fn.countAll<number>().filterWhere("archived_at", "is not", null).as("archived"))
    .executeTakeFirstOrThrow();
}

export function countMails(db: Db) {
  return db
    .selectFrom("mails")
    .select((row) => row.fn.countAll<number>().filterWhere("state", "=", "waiting").as("waiting"))
    .select((row) => row.fn.countAll<number>().filterWhere("state", "=", "failed").as("failed"))
    .executeTakeFirstOrThrow();
}

interface JobCounts {
  waiting: number;
  active: number;
  failed: number;
  oldest_waiting_at: Date | null;
}

/** What the queue does for itself does not count, and what is asked for later is not waiting yet. */
export async function countJobs(db: Db): Promise<JobCounts> {
  const isWaiting = sql`state in ('created', 'retry') and start_after <= now()`;
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where ${isWaiting}) as waiting, count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'failed') as failed, min(created_on) filter (where ${isWaiting}) as oldest_waiting_at
    from pgboss.job where not starts_with(name, '__pgboss')
  `.execute(db);
  return rows[0] ?? { waiting: 0, active: 0, failed: 0, oldest_waiting_at: null };
}

export async function getDatabaseState(db: Db): Promise<{ database: string; database_size: number }> {
  const { rows } = await sql<{ database: string; database_size: number }>`
    select 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) as database,
      pg_database_size(current_database()) as database_size
  `.execute(db);
  return rows[0] ?? { database: "", database_size: 0 };
}
