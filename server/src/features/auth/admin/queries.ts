import { type RawBuilder, sql } from "kysely";
import type { Db, Tables } from "../../../db/tables.ts";
import type { UserRow } from "../queries.ts";

interface Page {
  page: number;
  per_page: number;
}

export async function findUser(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  return row ?? null;
}

export async function deleteUser(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("users").where("id", "=", userId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** One page of the accounts whose address or name contains the filter, and how many there are in all. */
export async function listUsersPage(
  db: Db,
  { page, per_page, filter, sort }: Page & { filter: string; sort: string },
): Promise<{ users: UserRow[]; total: number }> {
  const matching = db
    .selectFrom("users")
    .$if(filter !== "", (users) =>
      users.where((user) =>
        user.or(
          (["email", "display_name"] as const).map((column) =>
            user(sql<number>`strpos(lower(${sql.ref(column)}), lower(${filter}))`, ">", 0),
          ),
        ),
      ),
    );
  const [column, direction] = sort.split(" ") as [
    "created_at" | "last_sign_in_at" | "email",
    "asc" | "desc" | undefined,
  ];
  const users = await matching
    .selectAll()
    .orderBy(column, (order) => (direction === "desc" ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy("id")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await matching.select((user) => user.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { users, total };
}

export function listIdentitiesOf(db: Db, userIds: string[]) {
  return db
    .selectFrom("auth_identities")
    .selectAll()
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .orderBy("created_at")
    .execute();
}

export function listFactorsOf(db: Db, userIds: string[]) {
  return db
    .selectFrom("auth_factors")
    .selectAll()
    .where("user_id", "=", sql<string>`any(${userIds}::uuid[])`)
    .orderBy("created_at")
    .execute();
}

/** The newest first. An author is found by address, also by a part of it. */
export async function listAuditPage(db: Db, { page, per_page, actions, author }: Page & AuditFilter) {
  const matching = db
    .selectFrom("auth_audit")
    .leftJoin("users", "users.id", "auth_audit.user_id")
    .$if(actions !== null, (entries) =>
      entries.where("auth_audit.action", "=", sql<string>`any(${actions ?? []}::text[])`),
    )
    .$if(author !== null, (entries) =>
      entries.where(sql<number>`strpos(lower(users.email), lower(${author ?? ""}))`, ">", 0),
    );
  const rows = await matching
    .selectAll("auth_audit")
    .select("users.email")
    .orderBy("auth_audit.at", "desc")
    .orderBy("auth_audit.id")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await matching.select((entry) => entry.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

export interface AuditFilter {
  actions: string[] | null;
  author: string | null;
}

const atOnce = 1_000;

/** What one run deletes of one table at most; the next run goes on. */
const mostPieces = 100;

/** What is older than these times may be deleted. */
interface Expiry {
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
    auth_webauthn_challenges: sql`expires_at < ${before.now}`,
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
