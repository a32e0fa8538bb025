import { type RawBuilder, sql } from "kysely";
import type { Db, Tables } from "../../../db/tables.ts";

const atOnce = 1_000;
/** What one run deletes of one table at most; the next run goes on. */
const mostPieces = 100;

/** Before these times things may go. */
export interface Expiry {
  now: Date;
  sessionIdle: Date;
  sessionOpened: Date;
  sessionReused: Date;
  unverifiedFactor: Date;
  audit: Date;
  anonymousUser: Date;
  retiredKey: Date;
  serviceToken: Date;
}

/** How many rows of each table are gone now. Anonymous users come after the sessions that kept them. */
export async function deleteExpired(db: Db, before: Expiry): Promise<Partial<Record<keyof Tables, number>>> {
  const expired: Partial<Record<keyof Tables, RawBuilder<unknown>>> = {
    auth_sessions: sql`refreshed_at < ${before.sessionIdle} or created_at < ${before.sessionOpened}
      or reused_at < ${before.sessionReused}`,
    auth_one_time_tokens: sql`link_expires_at < ${before.now}`,
    auth_flows: sql`expires_at < ${before.now}`,
    auth_used_id_tokens: sql`expires_at < ${before.now}`,
    auth_challenges: sql`expires_at < ${before.now}`,
    auth_factors: sql`status = 'unverified' and created_at < ${before.unverifiedFactor}`,
    auth_rate_limits: sql`expire < ${before.now.getTime()}`,
    auth_audit: sql`at < ${before.audit}`,
    auth_signing_keys: sql`retired_at < ${before.retiredKey}`,
    service_tokens: sql`expires_at < ${before.serviceToken}`,
    users: sql`is_anonymous and coalesce(last_sign_in_at, created_at) < ${before.anonymousUser}
      and not exists (select from auth_sessions where auth_sessions.user_id = users.id)`,
  };
  const counts: Partial<Record<keyof Tables, number>> = {};
  for (const [table, isExpired] of Object.entries(expired) as [keyof Tables, RawBuilder<unknown>][]) {
    const deleted = await deleteInPieces(db, table, isExpired);
    if (deleted > 0) counts[table] = deleted;
  }
  return counts;
}

/** A thousand rows at a time, and none that somebody is working on, so that nobody ever waits for the clean-up. */
async function deleteInPieces(db: Db, table: keyof Tables, isExpired: RawBuilder<unknown>): Promise<number> {
  let deleted = 0;
  for (let piece = 0; piece < mostPieces; piece++) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isExpired} limit ${atOnce} for update skip locked))`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < atOnce) break;
  }
  return deleted;
}
