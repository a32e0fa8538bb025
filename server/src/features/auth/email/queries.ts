import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { currentTime } from "../../../db/clock.ts";
import type { OneTimeTokenKind } from "../../../db/stored-types.ts";
import type { Db, Tables } from "../../../db/tables.ts";

export type OneTimeToken = Selectable<Tables["auth_one_time_tokens"]>;

type NewToken = Omit<Insertable<Tables["auth_one_time_tokens"]>, "code_expires_at" | "link_expires_at">;

/**
 * Replaces an earlier one of its kind, except for sign-ups: each of those is somebody's own until one is confirmed.
 * Ends by the database's clock.
 */
export async function putOneTimeToken(
  db: Db,
  token: NewToken,
  { codeSeconds, linkSeconds }: { codeSeconds: number; linkSeconds: number },
): Promise<void> {
  const values = {
    ...token,
    code_attempts: 0,
    code_expires_at: inSeconds(codeSeconds),
    link_expires_at: inSeconds(linkSeconds),
    created_at: inSeconds(0),
  };
  await db
    .insertInto("auth_one_time_tokens")
    .values(values)
    .onConflict((earlier) =>
      earlier.columns(["user_id", "kind"]).where("kind", "<>", sql.lit("signup")).doUpdateSet(values),
    )
    .execute();
}

export async function findTokenByLink(db: Db, linkHash: Buffer, kinds: OneTimeTokenKind[]) {
  const row = await db
    .selectFrom("auth_one_time_tokens")
    .selectAll()
    .where("link_hash", "=", linkHash)
    .where("kind", "in", kinds)
    .where("link_expires_at", ">", inSeconds(0))
    .executeTakeFirst();
  return row ?? null;
}

/** Counts a try on the codes it could mean, all sign-ups and the latest of each other kind; returns those still valid. */
export function countCodeTry(
  db: Db,
  { email, kinds, most }: { email: string; kinds: OneTimeTokenKind[]; most: number },
): Promise<OneTimeToken[]> {
  return db
    .updateTable("auth_one_time_tokens")
    .set((token) => ({ code_attempts: token("code_attempts", "+", 1) }))
    .where("email", "=", email)
    .where("kind", "in", kinds)
    .where((token) =>
      token.or([
        token("kind", "=", "signup"),
        token("id", "in", (all) =>
          all
            .selectFrom("auth_one_time_tokens as latest")
            .distinctOn("latest.kind")
            .select("latest.id")
            .where("latest.email", "=", email)
            .where("latest.kind", "in", kinds)
            .orderBy("latest.kind")
            .orderBy("latest.created_at", "desc"),
        ),
      ]),
    )
    .where("code_attempts", "<", most)
    .where("code_expires_at", ">", inSeconds(0))
    .returningAll()
    .execute();
}

/** False when it was used or replaced meanwhile. */
export async function deleteOneTimeToken(db: Db, { id, link_hash }: OneTimeToken): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("auth_one_time_tokens")
    .where("id", "=", id)
    .where("link_hash", "=", link_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteOneTimeTokensOf(db: Db, userId: string, kinds?: OneTimeTokenKind[]): Promise<void> {
  await db
    .deleteFrom("auth_one_time_tokens")
    .where("user_id", "=", userId)
    .$if(kinds !== undefined, (query) => query.where("kind", "in", kinds ?? []))
    .execute();
}

export function listSignUps(db: Db, userId: string): Promise<OneTimeToken[]> {
  return db
    .selectFrom("auth_one_time_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "=", "signup")
    .execute();
}

/** False when somebody else has the address; the transaction is then of no more use. */
export async function moveUserTo(
  db: Db,
  userId: string,
  email: string,
  changes: Updateable<Tables["users"]>,
): Promise<boolean> {
  try {
    await db
      .updateTable("users")
      // By the database's clock, as sessions have it: what is later is later.
      .set({ ...changes, email, email_confirmed_at: sql<Date>`clock_timestamp()`, updated_at: currentTime() })
      .where("id", "=", userId)
      .execute();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "23505") return false;
    throw error;
  }
}

/** False when the account has no identity by e-mail. */
export async function updateEmailIdentity(db: Db, userId: string, data: object): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("auth_identities")
    .set({ identity_data: sql`identity_data || ${JSON.stringify(data)}::jsonb`, updated_at: currentTime() })
    .where("user_id", "=", userId)
    .where("provider", "=", "email")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function inSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
}
