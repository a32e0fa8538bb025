import { erasedColumns } from "@clanhall/contract/fields/personal-columns";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { currentTime } from "../../db/clock.ts";
import type { AuthMethod } from "../../db/stored-types.ts";
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

/** An account that somebody began, with an address nobody has shown to be theirs. */
const unclaimed = sql<boolean>`(email_confirmed_at is null and last_sign_in_at is null and invited_at is null
  and banned_until is null and deleted_at is null)`;

/** Whoever else has the address, also when their account was closed: it stays taken. */
export async function findOtherHolder(db: Db, email: string, userId: string) {
  const row = await db
    .selectFrom("users")
    .select(["deleted_at", unclaimed.as("is_unclaimed")])
    .where((user) => user(user.fn("lower", ["email"]), "=", email))
    .where("id", "!=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives way to whoever shows that the address is theirs. */
export async function deleteUnclaimedAccount(tx: Db, email: string): Promise<void> {
  await tx
    .deleteFrom("users")
    .where((user) => user(user.fn("lower", ["email"]), "=", email.toLowerCase()))
    .where(unclaimed)
    .execute();
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

/**
 * Whoever changes how somebody signs in locks them first, so that two changes never wait for each other. What only refers
 * to them is still written meanwhile.
 */
export async function lockUser(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
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
    .set({ ...changes, updated_at: currentTime() })
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
    .set((user) => ({ ...changes, profile_version: user("profile_version", "+", 1), updated_at: currentTime() }))
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const belongings = [
  "auth_sessions",
  "auth_identities",
  "auth_webauthn_credentials",
  "auth_webauthn_challenges",
  "auth_factors",
  "auth_one_time_tokens",
  "auth_flows",
] as const;

/** Everything by which somebody signed in goes; what is left of the account is its number and when it ended. */
export async function eraseUser(tx: Db, userId: string, now: Date): Promise<void> {
  for (const table of belongings) await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  await tx.deleteFrom("auth_flows").where("linking_user_id", "=", userId).execute();
  await tx.updateTable("auth_audit").set(erasedColumns("auth_audit")).where("user_id", "=", userId).execute();
  await tx.insertInto("auth_audit").values({ user_id: userId, action: "user_deleted", outcome: "success" }).execute();
  await tx
    .updateTable("users")
    .set({
      ...erasedColumns("users"),
      password_hash: null,
      ui_settings: "{}",
      privacy: "{}",
      deleted_at: now,
      deletes_at: null,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}

interface AuthEvent {
  action:
    | "login"
    | "logout"
    | "user_signedup"
    | "user_repeated_signup"
    | "user_modified"
    | "user_updated_password"
    | "user_confirmation_requested"
    | "user_recovery_requested"
    | "user_reauthenticate_requested"
    | "user_invited"
    | "invite_accepted"
    | "user_deleted"
    | "token_revoked"
    | "identity_linked"
    | "identity_unlinked"
    | "factor_in_progress"
    | "factor_updated"
    | "factor_unenrolled"
    | "factor_deleted"
    | "challenge_created"
    | "verification_attempted"
    | "passkey_created"
    | "passkey_updated"
    | "passkey_deleted"
    | "passkey_counter";
  userId: string | null;
  outcome?: "success" | "failure";
  /** Words that say more. Never what somebody typed: people type passwords into the wrong field. */
  traits?: Record<string, string>;
}

interface Origin {
  ip: string;
  network: string;
  requestId: string;
  by?: string;
}

export async function recordAuthAudit(db: Db, { ip, network, requestId, by }: Origin, event: AuthEvent): Promise<void> {
  const { action, userId, outcome = "success", traits = {} } = event;
  const values = {
    user_id: userId,
    action,
    outcome,
    ip,
    network,
    request_id: requestId,
    traits: JSON.stringify({ ...traits, ...(by && { by }) }),
  };
  await db.insertInto("auth_audit").values(values).execute();
}

export type FlowRow = Selectable<Tables["auth_flows"]>;

export async function insertFlow(db: Db, flow: Insertable<Tables["auth_flows"]>): Promise<void> {
  await db.insertInto("auth_flows").values(flow).execute();
}

/** Takes the flow away: a code or a state works once, however many come at the same moment. */
export async function takeFlow(db: Db, by: "state_hash" | "auth_code_hash", hash: Buffer): Promise<FlowRow | null> {
  const row = await db.deleteFrom("auth_flows").where(by, "=", hash).returningAll().executeTakeFirst();
  return row ?? null;
}

export type SessionRow = Selectable<Tables["auth_sessions"]>;

export function insertSession(db: Db, session: Insertable<Tables["auth_sessions"]>): Promise<SessionRow> {
  return db.insertInto("auth_sessions").values(session).returningAll().executeTakeFirstOrThrow();
}

/** Locked, with the database's own time: instances may disagree about theirs. */
export async function lockSession(db: Db, sessionId: string) {
  const row = await db
    .selectFrom("auth_sessions")
    .innerJoin("users", "users.id", "auth_sessions.user_id")
    .selectAll("auth_sessions")
    .select(["users.banned_until", "users.deleted_at", sql<Date>`clock_timestamp()`.as("now")])
    .where("auth_sessions.id", "=", sessionId)
    .forUpdate("auth_sessions")
    .executeTakeFirst();
  return row ?? null;
}

export function rotateSession(db: Db, sessionId: string, counter: number, now: Date): Promise<SessionRow> {
  return db
    .updateTable("auth_sessions")
    .set({ refresh_counter: counter, rotated_at: now, refreshed_at: now })
    .where("id", "=", sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Raises the session to aal2. Tokens from before are worth nothing from here on, whatever the reuse window says. */
export function upgradeSession(
  db: Db,
  sessionId: string,
  { amr, factorId, now }: { amr: AuthMethod[]; factorId: string; now: Date },
): Promise<SessionRow> {
  return db
    .updateTable("auth_sessions")
    .set((session) => ({
      aal: "aal2",
      amr: JSON.stringify(amr),
      factor_id: factorId,
      proved_at: now,
      refresh_counter: session("refresh_counter", "+", 1),
      min_counter: session("refresh_counter", "+", 1),
      rotated_at: now,
      refreshed_at: now,
    }))
    .where("id", "=", sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a factor has proved goes with the factor. */
export async function lowerSessionsOf(db: Db, factorIds: string[]): Promise<void> {
  const firstFactors = sql<string>`(
    select coalesce(jsonb_agg(entry order by ordinal), '[]')
    from jsonb_array_elements(amr) with ordinality as methods (entry, ordinal)
    where entry ->> 'method' not in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code'))`;
  await db
    .updateTable("auth_sessions")
    .set({ aal: "aal1", factor_id: null, amr: firstFactors })
    .where("factor_id", "in", factorIds)
    .execute();
}

/** Those that have proved less than an account with a second factor asks for. */
export async function deleteOtherHalfSessions(db: Db, userId: string, kept: string): Promise<void> {
  await db
    .deleteFrom("auth_sessions")
    .where("user_id", "=", userId)
    .where("aal", "=", "aal1")
    .where("id", "!=", kept)
    .execute();
}

/** The row stays for a while, so that everybody who holds one of its tokens learns why it ended. */
export async function endReusedSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable("auth_sessions").set({ reused_at: now }).where("id", "=", sessionId).execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("id", "=", sessionId).execute();
}

export async function endSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("user_id", "=", userId).execute();
}

export async function endOtherSessions(db: Db, userId: string, kept: string): Promise<void> {
  await db.deleteFrom("auth_sessions").where("user_id", "=", userId).where("id", "!=", kept).execute();
}

/** The last used first. */
export function listSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom("auth_sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("refreshed_at", "desc")
    .orderBy("id")
    .execute();
}

/** Takes the owner as well as the session: knowing an id must never reach across accounts. */
export async function endSessionOf(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("auth_sessions")
    .where("user_id", "=", userId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function stampProof(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("auth_sessions")
    .set({ proved_at: now })
    .where("user_id", "=", userId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
