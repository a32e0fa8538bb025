import { setImmediate as nextTurn } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import { findSkewMs } from "../db/clock.ts";
import { hasSecondFactor } from "../db/second-factor.ts";
import { prepared } from "../db/prepared.ts";
import type { AuthMethod } from "../db/stored-types.ts";
import type { Db } from "../db/tables.ts";

/** Somebody whose account is not deleted. */
export function findUser(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .leftJoin("app_admins", "app_admins.user_id", "users.id")
    .select(["users.id", sql<boolean>`app_admins.user_id is not null`.as("is_app_admin")])
    .where("users.id", "=", userId)
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
}

export async function isAppAdmin(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom("app_admins").select("user_id").where("user_id", "=", userId).executeTakeFirst();
  return row !== undefined;
}

/** The caller's membership of a clan. Inactive and removed members have none. */
export async function findMembership(db: Db, clanId: string, userId: string) {
  const row = await db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select(["clan_members.id", "clan_members.role", "clan_members.name"])
    .select(["clans.toggles", "clans.archived_at", "clans.deletes_at"])
    .where("clan_members.clan_id", "=", clanId)
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.status", "=", "active")
    .executeTakeFirst();
  return row ?? null;
}

export type Membership = NonNullable<Awaited<ReturnType<typeof findMembership>>>;

interface SessionAndOwner {
  user_id: string;
  created_at: Date;
  refreshed_at: Date;
  aal: "aal1" | "aal2";
  amr: AuthMethod[];
  proved_at: Date;
  reused_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  has_factor: boolean;
  is_app_admin: boolean;
}

/** All null for who is no active member of the clan. */
type MaybeMembership = { [Name in keyof Membership as `member_${Name}`]: Membership[Name] | null };

type FoundSession = Awaited<ReturnType<typeof readSessionAndOwner>>;
const unsent = new WeakMap<Db, Map<string, Promise<FoundSession>>>();

/**
 * A page that opens asks for several lists at once: calls of one session that arrive in the same turn of the event loop
 * ask once. What is asked already is shared with nobody, so that whoever calls after a sign-out is signed out.
 */
export function findSessionAndOwner(db: Db, sessionId: string, clanId: string | null): Promise<FoundSession> {
  const ofDb = unsent.get(db) ?? new Map<string, Promise<FoundSession>>();
  unsent.set(db, ofDb);
  const key = `${sessionId} ${clanId}`;
  const known = ofDb.get(key);
  if (known) return known;
  const asked = nextTurn().then(() => {
    ofDb.delete(key);
    return readSessionAndOwner(db, sessionId, clanId);
  });
  ofDb.set(key, asked);
  return asked;
}

/**
 * The session, what decides whether its owner may still use it, and what they are in a clan: every call asks this, so it
 * is one statement, planned once.
 */
async function readSessionAndOwner(db: Db, sessionId: string, clanId: string | null) {
  const { rows } = await sql<SessionAndOwner & Partial<MaybeMembership>>`${prepared}
    select session.user_id, session.created_at, session.refreshed_at, session.aal, session.amr, session.proved_at,
      session.reused_at, users.banned_until, users.deleted_at, ${hasSecondFactor} as has_factor,
      exists (select from app_admins where app_admins.user_id = users.id) as is_app_admin
      ${clanId === null ? sql`` : ofMembership}
    from auth_sessions as session join users on users.id = session.user_id
    ${clanId === null ? sql`` : joinMembership(clanId)}
    where session.id = ${sessionId}`.execute(db);
  const [row] = rows;
  return row ? { ...row, membership: toMembership(row) } : null;
}

const ofMembership = sql`, me.id as member_id, me.role as member_role, me.name as member_name,
  clans.toggles as member_toggles, clans.archived_at as member_archived_at, clans.deletes_at as member_deletes_at`;

function joinMembership(clanId: string) {
  return sql`left join clan_members as me on me.clan_id = ${clanId} and me.user_id = users.id and me.status = 'active'
    left join clans on clans.id = me.clan_id`;
}

function toMembership(row: Partial<MaybeMembership>): Membership | null {
  const { member_id: id, member_role: role, member_name: name, member_toggles: toggles } = row;
  if (!id || !role || !name || !toggles) return null;
  return {
    id,
    role,
    name,
    toggles,
    archived_at: row.member_archived_at ?? null,
    deletes_at: row.member_deletes_at ?? null,
  };
}

/** A living token with its clan and its maker, who must still manage the clan. Time is the database's. */
export async function findTokenAndMaker(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom("api_tokens as token")
    .innerJoin("clans", "clans.id", "token.clan_id")
    .innerJoin("clan_members as maker", (member) =>
      member.onRef("maker.clan_id", "=", "token.clan_id").onRef("maker.id", "=", "token.created_by"),
    )
    .innerJoin("users", "users.id", "maker.user_id")
    .select(["token.id", "token.clan_id", "token.name", "token.scopes"])
    .select(["maker.id as member_id", "users.id as user_id"])
    .select(["clans.toggles", "clans.archived_at", "clans.deletes_at"])
    .select(
      sql<boolean>`token.last_used_at is null or token.last_used_at < now() - interval '1 minute'`.as("is_use_new"),
    )
    .where("token.token_hash", "=", tokenHash)
    .where((token) =>
      token.or([token("token.expires_at", "is", null), token("token.expires_at", ">", sql<Date>`now()`)]),
    )
    .where("maker.status", "=", "active")
    .where("maker.role", "in", ["owner", "maintainer"])
    .where("users.deleted_at", "is", null)
    .where((user) =>
      user.or([user("users.banned_until", "is", null), user("users.banned_until", "<=", sql<Date>`now()`)]),
    )
    .executeTakeFirst();
  return row ?? null;
}

export async function noteTokenUse(db: Db, clanId: string, tokenId: string): Promise<void> {
  await db
    .updateTable("api_tokens")
    .set({ last_used_at: sql`now()` })
    .where("clan_id", "=", clanId)
    .where("id", "=", tokenId)
    .execute();
}

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Counts a call in the current minute of a token, which begins with its first call. */
export async function countTokenCall(db: Db, tokenId: string): Promise<{ calls: number; secondsLeft: number }> {
  const isOver = sql`auth_rate_limits.expire <= excluded.expire - 60000`;
  const row = await db
    .insertInto("auth_rate_limits")
    .values({ key: `api_token:${tokenId}`, points: 1, expire: sql`${nowMs} + 60000` })
    .onConflict((same) =>
      same.column("key").doUpdateSet({
        points: sql`case when ${isOver} then 1 else auth_rate_limits.points + 1 end`,
        expire: sql`case when ${isOver} then excluded.expire else auth_rate_limits.expire end`,
      }),
    )
    .returning(["points", sql<number>`ceil((expire - ${nowMs}) / 1000.0)::integer`.as("seconds_left")])
    .executeTakeFirstOrThrow();
  return { calls: row.points, secondsLeft: Math.max(1, row.seconds_left) };
}

/** Those of the clans' bots that were made by the user's players. */
export async function deleteApiTokensOf(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom("api_tokens")
    .where((token) =>
      token.exists(
        token
          .selectFrom("clan_members")
          .select("clan_members.id")
          .whereRef("clan_members.clan_id", "=", "api_tokens.clan_id")
          .whereRef("clan_members.id", "=", "api_tokens.created_by")
          .where("clan_members.user_id", "=", userId),
      ),
    )
    .execute();
}

/** Promises a token that ends then; returns its id and that moment by the database's clock. */
export function insertServiceToken(db: Db, seconds: number) {
  return db
    .insertInto("service_tokens")
    .values({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
}

export async function findServiceToken(db: Db, id: string) {
  const row = await db
    .selectFrom("service_tokens")
    .select(["expires_at", "revoked_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Those that could still be used, the newest first. */
export function listServiceTokens(db: Db) {
  return db
    .selectFrom("service_tokens")
    .select(["id", "created_at", "expires_at", "revoked_at"])
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** False when there is no such token that could still be used. */
export async function revokeServiceToken(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("service_tokens")
    .set({ revoked_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Our database in the shape of a pg pool, as the rate limiter asks for it. The limiter reckons with this machine's time,
 * and what it counts is everybody's: what it stores and compares is turned into the database's time, and back.
 */
export function createRateLimitStore(db: Db) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const skewMs = findSkewMs();
      const given = values.map((value) => (isMoment(value) ? value - skewMs : value));
      const query = CompiledQuery.raw(text, given);
      const { rows, numAffectedRows } = await db.executeQuery<{ expire?: unknown }>(query);
      const found = rows.map((row) => (isMoment(row.expire) ? { ...row, expire: row.expire + skewMs } : row));
      return { rows: found, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
}

/** Milliseconds since 1970; no count is ever that large. */
function isMoment(value: unknown): value is number {
  return typeof value === "number" && value > 1e12;
}
