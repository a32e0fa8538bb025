import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** The offer that waits for its receiver, if they are still an active player with the same account. */
export async function findTransfer(db: Db, clanId: string) {
  const row = await db
    .selectFrom("clan_transfers")
    .innerJoin("clan_members", (join) =>
      join
        .onRef("clan_members.clan_id", "=", "clan_transfers.clan_id")
        .onRef("clan_members.id", "=", "clan_transfers.to_member_id")
        .onRef("clan_members.user_id", "=", "clan_transfers.to_user_id"),
    )
    .select(["clan_transfers.to_member_id", "clan_transfers.to_user_id", "clan_transfers.created_at"])
    .select("clan_members.name as to_name")
    .where("clan_transfers.clan_id", "=", clanId)
    .where("clan_members.status", "=", "active")
    .executeTakeFirst();
  return row ?? null;
}

export async function findReceiver(db: Db, clanId: string, memberId: string) {
  const row = await db
    .selectFrom("clan_members")
    .leftJoin("users", "users.id", "clan_members.user_id")
    .select(["clan_members.id", "clan_members.name", "clan_members.status", "clan_members.user_id", "users.email"])
    .where("clan_members.clan_id", "=", clanId)
    .where("clan_members.id", "=", memberId)
    .executeTakeFirst();
  return row ?? null;
}

interface Offer {
  clan_id: string;
  to_member_id: string;
  to_user_id: string;
  offered_by: string;
}

/** A clan is offered to one at a time. */
export async function saveTransfer(db: Db, offer: Offer): Promise<void> {
  const { clan_id: _clan, ...change } = offer;
  await db
    .insertInto("clan_transfers")
    .values(offer)
    .onConflict((same) => same.column("clan_id").doUpdateSet({ ...change, created_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteTransfer(db: Db, clanId: string): Promise<void> {
  await db.deleteFrom("clan_transfers").where("clan_id", "=", clanId).execute();
}

/** Held still until the change is done: nobody inactivates or unlinks them meanwhile. */
export async function lockMembers(db: Db, clanId: string, memberIds: string[]): Promise<void> {
  await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "in", memberIds)
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function lockPlayer(db: Db, clanId: string, memberId: string, userId: string) {
  const row = await db
    .selectFrom("clan_members")
    .select(["id", "name", "role", "status"])
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .where("user_id", "=", userId)
    .where("status", "=", "active")
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
