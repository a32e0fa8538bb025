import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type UserRow = Selectable<Tables["users"]>;
export type IdentityRow = Selectable<Tables["auth_identities"]>;

export async function findUserByEmail(db: Db, email: string) {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where((user) => user(user.fn("lower", ["email"]), "=", email))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whoever else has the address, also when their account was closed: it stays taken. */
export async function findOtherHolder(db: Db, email: string, userId: string) {
  const row = await db
    .selectFrom("users")
    .select("deleted_at")
    .where((user) => user(user.fn("lower", ["email"]), "=", email))
    .where("id", "!=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The account, whether it has signed in from this network before, and the passwords of sign-ups that wait for a
 * confirmation, in one query that costs the same for nobody.
 */
export async function findAccount(db: Db, email: string, network: string) {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .select((account) =>
      account
        .exists(
          account
            .selectFrom("auth_audit")
            .select("auth_audit.id")
            .whereRef("auth_audit.user_id", "=", "users.id")
            .where("network", "=", network)
            .where("action", "=", "login")
            .where("outcome", "=", "success"),
        )
        .as("is_known_network"),
    )
    .select(
      sql<string[]>`array(
        select password_hash from auth_one_time_tokens
        where user_id = users.id and kind = 'signup' and password_hash is not null and link_expires_at > now()
        order by created_at desc limit 3)`.as("pending_hashes"),
    )
    .where((user) => user(user.fn("lower", ["email"]), "=", email))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export function getUser(db: Db, userId: string): Promise<UserRow> {
  return db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
}

/** Whoever changes somebody's ways in locks them first, so that two changes never wait for each other. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Locked, and only while the password is still the one that was checked. */
export async function lockUserWithHash(db: Db, userId: string, passwordHash: string | null): Promise<UserRow | null> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .where("password_hash", "is not distinct from", passwordHash)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Null when somebody else has the address, also when they got it a moment ago. */
export async function insertUser(db: Db, user: Insertable<Tables["users"]>): Promise<UserRow | null> {
  const row = await db
    .insertInto("users")
    .values(user)
    .onConflict((taken) => taken.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateUser(db: Db, userId: string, changes: Updateable<Tables["users"]>): Promise<void> {
  await db
    .updateTable("users")
    .set({ ...changes, updated_at: new Date() })
    .where("id", "=", userId)
    .execute();
}

export async function insertIdentity(db: Db, identity: Insertable<Tables["auth_identities"]>): Promise<void> {
  await db.insertInto("auth_identities").values(identity).execute();
}

export async function touchSignIn(db: Db, userId: string, provider: string, now: Date): Promise<void> {
  await db.updateTable("users").set({ last_sign_in_at: now }).where("id", "=", userId).execute();
  await db
    .updateTable("auth_identities")
    .set({ last_sign_in_at: now })
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .execute();
}

export function listIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return db.selectFrom("auth_identities").selectAll().where("user_id", "=", userId).orderBy("created_at").execute();
}

export function updateProfile(db: Db, userId: string, changes: Updateable<Tables["users"]>) {
  return db
    .updateTable("users")
    .set((user) => ({ ...changes, profile_version: user("profile_version", "+", 1), updated_at: new Date() }))
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const belongings = ["auth_sessions", "auth_identities", "auth_factors", "auth_one_time_tokens", "auth_flows"] as const;

/** Everything by which somebody signed in goes; what is left of the account is its number and when it ended. */
export async function eraseUser(tx: Db, userId: string, now: Date): Promise<void> {
  for (const table of belongings) await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  await tx.deleteFrom("auth_flows").where("linking_user_id", "=", userId).execute();
  await tx
    .updateTable("auth_audit")
    .set({ ip: null, network: null, traits: "{}" })
    .where("user_id", "=", userId)
    .execute();
  await tx.insertInto("auth_audit").values({ user_id: userId, action: "user_deleted", outcome: "success" }).execute();
  await tx
    .updateTable("users")
    .set({
      email: null,
      new_email: null,
      password_hash: null,
      display_name: "Former member",
      user_metadata: "{}",
      app_metadata: "{}",
      ui_settings: "{}",
      privacy: "{}",
      time_zone: null,
      locale: null,
      deleted_at: now,
      deletes_at: null,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}
