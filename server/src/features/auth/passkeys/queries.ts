import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "../../../db/tables.ts";

export type CredentialRow = Selectable<Tables["auth_webauthn_credentials"]>;

/** Null when the key is known already, whoever has it. */
export async function insertCredential(
  db: Db,
  credential: Insertable<Tables["auth_webauthn_credentials"]>,
): Promise<CredentialRow | null> {
  const row = await db
    .insertInto("auth_webauthn_credentials")
    .values(credential)
    .onConflict((known) => known.column("credential_id").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export function listPasskeys(db: Db, userId: string): Promise<CredentialRow[]> {
  return db
    .selectFrom("auth_webauthn_credentials")
    .selectAll()
    .where("user_id", "=", userId)
    .where("factor_id", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export function listFactorKeys(db: Db, userId: string): Promise<CredentialRow[]> {
  return db
    .selectFrom("auth_webauthn_credentials")
    .selectAll()
    .where("user_id", "=", userId)
    .where("factor_id", "is not", null)
    .execute();
}

/** By what the authenticator calls it; the key of a second factor is no passkey. */
export async function findPasskey(db: Db, credentialId: Buffer, rpId: string): Promise<CredentialRow | null> {
  const row = await db
    .selectFrom("auth_webauthn_credentials")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .where("factor_id", "is", null)
    .where("rp_id", "=", rpId)
    .executeTakeFirst();
  return row ?? null;
}

export async function lockCredential(db: Db, id: string): Promise<CredentialRow | null> {
  const row = await db
    .selectFrom("auth_webauthn_credentials")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function updateCredential(
  db: Db,
  id: string,
  changes: Updateable<Tables["auth_webauthn_credentials"]>,
): Promise<CredentialRow> {
  return db
    .updateTable("auth_webauthn_credentials")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteCredentials(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom("auth_webauthn_credentials").where("id", "in", ids).execute();
}

/** Keys made for another host, which browsers do not offer here. */
export async function countPasskeysElsewhere(db: Db, rpId: string): Promise<{ rp_id: string; keys: number }[]> {
  return db
    .selectFrom("auth_webauthn_credentials")
    .select(({ fn }) => ["rp_id", fn.countAll<number>().as("keys")])
    .where("rp_id", "!=", rpId)
    .groupBy("rp_id")
    .orderBy("rp_id")
    .execute();
}

const lifeSeconds = 300;

export interface ChallengeOwner {
  kind: "registration" | "authentication" | "factor";
  userId?: string;
  sessionId?: string;
  factorId?: string;
}

/** Its id, and when it ends by the database's clock. */
export async function insertWebauthnChallenge(db: Db, owner: ChallengeOwner, challenge: Buffer) {
  return db
    .insertInto("auth_webauthn_challenges")
    .values({
      kind: owner.kind,
      user_id: owner.userId ?? null,
      session_id: owner.sessionId ?? null,
      factor_id: owner.factorId ?? null,
      challenge,
      expires_at: sql<Date>`clock_timestamp() + make_interval(secs => ${lifeSeconds})`,
    })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
}

/** Takes the challenge away before anything is checked: it is worth one try, however many come at the same moment. */
export async function takeWebauthnChallenge(db: Db, id: string, owner: ChallengeOwner) {
  const row = await db
    .deleteFrom("auth_webauthn_challenges")
    .where("id", "=", id)
    .where("kind", "=", owner.kind)
    .where("user_id", "is not distinct from", owner.userId ?? null)
    .where("session_id", "is not distinct from", owner.sessionId ?? null)
    .where("factor_id", "is not distinct from", owner.factorId ?? null)
    .returning(["challenge", sql<boolean>`expires_at <= clock_timestamp()`.as("is_over")])
    .executeTakeFirst();
  return row ?? null;
}
