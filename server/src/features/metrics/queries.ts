import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

export interface BacklogRow {
  kind: "job" | "mail" | "webhook_delivery";
  /** The job's; empty for the others. */
  name: string;
  state: "waiting" | "active" | "failed";
  total: number;
  /** When the first of them should have been done, if that has passed. */
  due_since: Date | null;
}

/** Whether the job queue has its tables: they come with the first start, after the migrations. */
export async function hasJobQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}

/** What waits to be done, is being done or was given up, in one statement. */
export async function listBacklog(db: Db): Promise<BacklogRow[]> {
  const { rows } = await sql<BacklogRow>`
    select 'job' as kind, name, case when state < 'active' then 'waiting' else state::text end as state,
      count(*) as total, min(start_after) filter (where state < 'active' and start_after <= now()) as due_since
    from pgboss.job where state <= 'active' or state = 'failed' group by 2, 3
    union all
    select 'mail', '', state, count(*), null from mails where state in ('waiting', 'failed') group by state
    union all
    select 'webhook_delivery', '', state, count(*), null from webhook_deliveries where state = 'waiting' group by state
  `.execute(db);
  return rows;
}

export interface LimitUse {
  name: string;
  used: number;
  most: number;
}

/** How much of the limits that hold for the whole installation is used up: their keys are `prefix name:most`. */
export async function listLimitUse(db: Db, prefix: string): Promise<LimitUse[]> {
  const { rows } = await sql<LimitUse>`
    select substr(split_part(key, ':', 1), length(${prefix}::text) + 1) as name, points as used,
      split_part(key, ':', 2)::int as most
    from auth_rate_limits where starts_with(key, ${prefix}) and expire > extract(epoch from now()) * 1000
  `.execute(db);
  return rows;
}
