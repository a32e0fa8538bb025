import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

const secondsLocked = sql<number | null>`case when locked_until > clock_timestamp()
  then ceil(extract(epoch from locked_until - clock_timestamp())) end`;

/** Held until the transaction ends, so that tries with one token are checked one after the other, on all instances. */
export function lockGuesses(db: Db, tokenHash: Buffer) {
  return db
    .insertInto("invite_guesses")
    .values({ token_hash: tokenHash })
    .onConflict((same) => same.column("token_hash").doUpdateSet({ guessed_at: sql<Date>`now()` }))
    .returning(["wrong", secondsLocked.as("locked_for")])
    .executeTakeFirstOrThrow();
}

export async function findSecondsLocked(db: Db, tokenHash: Buffer): Promise<number | null> {
  const row = await db
    .selectFrom("invite_guesses")
    .select(secondsLocked.as("locked_for"))
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return row?.locked_for ?? null;
}

export async function updateGuesses(db: Db, tokenHash: Buffer, wrong: number, lockMinutes: number): Promise<void> {
  const lockedUntil = sql<Date>`clock_timestamp() + make_interval(mins => ${lockMinutes})`;
  await db
    .updateTable("invite_guesses")
    .set({ wrong, locked_until: lockMinutes > 0 ? lockedUntil : null })
    .where("token_hash", "=", tokenHash)
    .execute();
}

/** Tries at a real invite are remembered as long as it is there. */
export async function deleteOldGuesses(db: Db): Promise<void> {
  await db
    .deleteFrom("invite_guesses")
    .where("guessed_at", "<", sql<Date>`now() - interval '30 days'`)
    .where((guess) =>
      guess.not(
        guess.exists(
          guess
            .selectFrom("invites")
            .select("invites.id")
            .whereRef("invites.token_hash", "=", "invite_guesses.token_hash"),
        ),
      ),
    )
    .execute();
}

interface OfInvite {
  clan_id: string;
  id: string;
}

export async function insertInviteSession(db: Db, invite: OfInvite, tokenHash: Buffer, minutes: number): Promise<Date> {
  const { expires_at } = await db
    .insertInto("invite_sessions")
    .values({
      clan_id: invite.clan_id,
      invite_id: invite.id,
      token_hash: tokenHash,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** False when there is no such session of this very invite, or it was used, or its time is over. */
export async function useInviteSession(db: Db, invite: OfInvite, tokenHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invite_sessions")
    .set({ used_at: sql<Date>`now()` })
    .where("token_hash", "=", tokenHash)
    .where("clan_id", "=", invite.clan_id)
    .where("invite_id", "=", invite.id)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteSessionsOfInvite(db: Db, { clan_id, id }: OfInvite): Promise<void> {
  await db.deleteFrom("invite_sessions").where("clan_id", "=", clan_id).where("invite_id", "=", id).execute();
}

export async function deleteOldInviteSessions(db: Db): Promise<void> {
  await db
    .deleteFrom("invite_sessions")
    .where("expires_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}
