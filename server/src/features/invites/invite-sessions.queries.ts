import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

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
