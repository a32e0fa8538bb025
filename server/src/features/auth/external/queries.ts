import { type Insertable, sql } from "kysely";
import { currentTime } from "../../../db/clock.ts";
import type { Db, Tables } from "../../../db/tables.ts";
import type { IdentityRow, UserRow } from "../queries.ts";

export async function lockUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where((user) => user(user.fn("lower", ["email"]), "=", email))
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

interface AccountKey {
  provider: string;
  issuer: string;
  subject: string;
}

/** A provider's address may change, and the same subject at another issuer is somebody else. */
export async function lockOwner(db: Db, { provider, issuer, subject }: AccountKey): Promise<UserRow | null> {
  const row = await db
    .selectFrom("auth_identities")
    .innerJoin("users", "users.id", "auth_identities.user_id")
    .selectAll("users")
    .where("provider", "=", provider)
    .where("subject", "=", subject)
    .where(sql`identity_data ->> 'iss'`, "=", issuer)
    .forUpdate("users")
    .executeTakeFirst();
  return row ?? null;
}

/** Adds the identity or renews what is known of it; null when it is somebody else's. One of a former issuer gives way. */
export async function putIdentity(
  db: Db,
  identity: Insertable<Tables["auth_identities"]> & { identity_data: string },
): Promise<IdentityRow | null> {
  const row = await db
    .insertInto("auth_identities")
    .values(identity)
    .onConflict((same) =>
      same
        .columns(["provider", "subject"])
        .doUpdateSet((put) => ({
          user_id: put.ref("excluded.user_id"),
          identity_data: put.ref("excluded.identity_data"),
          updated_at: currentTime(),
        }))
        .where((put) =>
          put.or([
            put("auth_identities.user_id", "=", put.ref("excluded.user_id")),
            sql<boolean>`auth_identities.identity_data ->> 'iss' is distinct from excluded.identity_data ->> 'iss'`,
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteIdentity(db: Db, identityId: string): Promise<void> {
  await db.deleteFrom("auth_identities").where("id", "=", identityId).execute();
}

/** False when the token was used before. */
export async function insertUsedIdToken(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("auth_used_id_tokens")
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((used) => used.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Sign-ins of the user that are not finished yet. */
export async function deleteFlowsOf(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom("auth_flows")
    .where((flow) => flow.or([flow("user_id", "=", userId), flow("linking_user_id", "=", userId)]))
    .execute();
}

const signInTables = [
  "auth_identities",
  "auth_sessions",
  "auth_webauthn_credentials",
  "auth_factors",
  "auth_one_time_tokens",
] as const;

/** Everything by which somebody could come into the account, but for the password. */
export async function deleteSignInMethods(db: Db, userId: string): Promise<void> {
  await deleteFlowsOf(db, userId);
  for (const table of signInTables) await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

/** What lets somebody in beside the password and the sessions there are. */
export async function deleteOtherMethods(db: Db, userId: string): Promise<void> {
  await deleteFlowsOf(db, userId);
  for (const table of ["auth_webauthn_credentials", "auth_factors"] as const) {
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
  }
  await db.deleteFrom("auth_identities").where("user_id", "=", userId).where("provider", "!=", "email").execute();
}
