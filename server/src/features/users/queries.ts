import type { UserSort, UserState } from "@clanhall/contract/admin-users";
import { type RawBuilder, sql } from "kysely";
import { batches, csvLines } from "../../db/csv-lines.ts";
import { hasSecondFactor } from "../../db/second-factor.ts";
import type { Db } from "../../db/tables.ts";
import { isUuid } from "../../db/uuid.ts";

export interface UserFilter {
  q?: string | undefined;
  state?: UserState | undefined;
  mfa?: "true" | "false" | undefined;
  provider?: string | undefined;
}

/** Where a sorted list goes on: what the last row was sorted by, as the database writes it, and its id. */
export interface Position {
  key: string;
  id: string;
}

const countedAtMost = 10_000;

const state = sql<UserState>`case
  when users.deletes_at is not null or users.deleted_at is not null then 'deletion_pending'
  when users.banned_until > now() then 'suspended'
  when users.email is not null and users.email_confirmed_at is null then 'unconfirmed'
  else 'active' end`;

const isSuspended = sql`(users.banned_until is not null and users.banned_until > now())`;
const isUnconfirmed = sql`(users.email is not null and users.email_confirmed_at is null)`;

/** The same for somebody who is not gone, written so that few are found without reading everybody. */
const statePredicates: Record<UserState, RawBuilder<boolean>> = {
  deletion_pending: sql`users.deletes_at is not null`,
  suspended: sql`users.deletes_at is null and ${isSuspended}`,
  unconfirmed: sql`users.deletes_at is null and not ${isSuspended} and ${isUnconfirmed}`,
  active: sql`users.deletes_at is null and not ${isSuspended} and not ${isUnconfirmed}`,
};

interface Order {
  by: RawBuilder<unknown>;
  /** The same as text, and back. */
  key: RawBuilder<string>;
  fromKey: (key: string) => RawBuilder<unknown>;
  isDown: boolean;
}

/** Whoever never signed in is sorted as the oldest. */
const lastSignIn = sql`coalesce(users.last_sign_in_at, 'epoch')`;
/** Cut, so that a cursor stays short; equal names are ordered by id. */
const name = sql`left(lower(users.display_name), 40) collate "C"`;

const orders: Record<UserSort, Order> = {
  newest: byTime(sql`users.created_at`, true),
  oldest: byTime(sql`users.created_at`, false),
  name: { by: name, key: sql`${name}`, fromKey: (key) => sql`${key}::text`, isDown: false },
  last_seen: byTime(lastSignIn, true),
};

/** Counted in microseconds, as the database does: rounded times would skip people or show them twice. */
function byTime(by: RawBuilder<unknown>, isDown: boolean): Order {
  return {
    by,
    key: sql`(extract(epoch from ${by}) * 1000000)::bigint::text`,
    fromKey: (key) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
    isDown,
  };
}

/** From the row after `after` on. */
export function listUserRows(db: Db, filter: UserFilter, sort: UserSort, limit: number, after: Position | null) {
  const { by, key, fromKey, isDown } = orders[sort];
  const direction = isDown ? "desc" : "asc";
  return rowsOf(matching(db, filter))
    .select(key.as("sort_key"))
    .$if(after !== null, (users) => {
      const sign = isDown ? sql`<` : sql`>`;
      return users.where(sql<boolean>`(${by}, users.id) ${sign} (${fromKey(after?.key ?? "")}, ${after?.id}::uuid)`);
    })
    .orderBy(by, direction)
    .orderBy("users.id", direction)
    .limit(limit)
    .execute();
}

export type UserListRow = Awaited<ReturnType<typeof listUserRows>>[number];

/** Also somebody who is gone. */
export function getUserRow(db: Db, userId: string) {
  return rowsOf(db.selectFrom("users").where("users.id", "=", userId)).executeTakeFirstOrThrow();
}

/** As far as ten thousand: nobody reads a list by its exact length beyond. */
export async function countMatching(db: Db, filter: UserFilter): Promise<number> {
  const { count } = await db
    .selectFrom(matching(db, filter).select("users.id").limit(countedAtMost).as("found"))
    .select((found) => found.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countUsers(db: Db) {
  const rows = await db
    .selectFrom("users")
    .select(state.as("state"))
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("deleted_at", "is", null)
    .groupBy(sql`1`)
    .execute();
  const inState = (wanted: UserState) => rows.find((row) => row.state === wanted)?.count ?? 0;
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    suspended: inState("suspended"),
    unconfirmed: inState("unconfirmed"),
    deletion_pending: inState("deletion_pending"),
  };
}

function matching(db: Db, { q = "", state: wanted, mfa, provider }: UserFilter) {
  const search = q.trim();
  return db
    .selectFrom("users")
    .where("users.deleted_at", "is", null)
    .$if(search !== "", (users) => users.where(isFoundBy(search)))
    .$if(wanted !== undefined, (users) => users.where(statePredicates[wanted ?? "active"]))
    .$if(mfa !== undefined, (users) => users.where(hasSecondFactor, "=", mfa === "true"))
    .$if(provider !== undefined, (users) => users.where(signsInBy(provider ?? "")));
}

/** The search is part of the name or the address, literally: nothing in it is a pattern, or reaches from one to the other. */
function isFoundBy(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const isInName = sql<boolean>`users.search_words like lower(${pattern})`;
  const [first, last] = ["0", "f"].map((digit) => toId(search, digit));
  if (search.includes("\n")) return sql<boolean>`false`;
  return first && last ? sql<boolean>`(${isInName} or users.id between ${first} and ${last})` : isInName;
}

/** The id that begins like this and goes on with one digit, if ids can begin so. */
function toId(beginning: string, digit: string): string | null {
  const id = beginning + "00000000-0000-0000-0000-000000000000".replaceAll("0", digit).slice(beginning.length);
  return beginning.length >= 8 && isUuid(id) ? id : null;
}

function signsInBy(provider: string) {
  if (provider === "password") return sql<boolean>`users.password_hash is not null`;
  return sql<boolean>`exists (select from auth_identities
    where auth_identities.user_id = users.id and auth_identities.provider = ${provider})`;
}

function rowsOf(users: ReturnType<typeof matching>) {
  return users
    .select(["users.id", "users.display_name", "users.email", "users.created_at", "users.last_sign_in_at"])
    .select([state.as("state"), hasSecondFactor.as("has_factor")])
    .select(sql<boolean>`exists (select from app_admins where app_admins.user_id = users.id)`.as("is_app_admin"))
    .select(
      sql<string[]>`array(select 'password' where users.password_hash is not null union all
        (select distinct provider from auth_identities
        where auth_identities.user_id = users.id and provider <> 'email' order by provider))`.as("providers"),
    )
    .select(
      sql<number>`(select count(*) from clan_members
        where clan_members.user_id = users.id and clan_members.status <> 'removed')`.as("clans"),
    );
}

/** Every membership somebody has or had. */
export function listMembershipsOfUser(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as member")
    .innerJoin("clans", "clans.id", "member.clan_id")
    .select(["clans.id as clan_id", "clans.name as clan_name"])
    .select(["member.id as member_id", "member.name as player", "member.role", "member.status"])
    .where("member.user_id", "=", userId)
    .orderBy("clans.name")
    .orderBy("member.id")
    .execute();
}

const batch = 2_000;

const columns =
  "id,display_name,email,state,app_admin,second_factor,ways_to_sign_in,clans,created_at,last_sign_in_at".split(",");

/** Users as the lines of a CSV file. */
export function userCsvLines(db: Db, filter: UserFilter, sort: UserSort): AsyncGenerator<string> {
  const load = (last: UserListRow | undefined) =>
    listUserRows(db, filter, sort, batch, last ? { key: last.sort_key, id: last.id } : null);
  return csvLines(columns, batches(batch, load), toCells);
}

function toCells(user: UserListRow) {
  return [
    user.id,
    user.display_name,
    user.email,
    user.state,
    user.is_app_admin,
    user.has_factor,
    user.providers.join(" "),
    user.clans,
    user.created_at.toISOString(),
    user.last_sign_in_at?.toISOString() ?? null,
  ];
}
