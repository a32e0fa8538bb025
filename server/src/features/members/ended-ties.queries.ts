import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";

export async function cancelInvitesOf(tx: Db, clanId: string, memberIds: string[], now: Date): Promise<void> {
  await tx
    .updateTable("invites")
    .set({ cancelled_at: now, updated_at: now })
    .where("clan_id", "=", clanId)
    .where("clan_member_id", "=", anyOf(memberIds))
    .where("is_processed", "=", false)
    .where("cancelled_at", "is", null)
    .execute();
}

/** An offer of the clan is for the person it was made to, and for as long as they are here. */
export async function deleteTransfersTo(tx: Db, clanId: string, memberIds: string[]): Promise<void> {
  await tx
    .deleteFrom("clan_transfers")
    .where("clan_id", "=", clanId)
    .where("to_member_id", "=", anyOf(memberIds))
    .execute();
}

/** Alts of players who go stand for themselves, or belong to somebody else. */
export async function moveAlts(tx: Db, clanId: string, mainIds: string[], to: string | null): Promise<void> {
  await tx
    .updateTable("clan_members")
    .set((row) => ({ main_member_id: to, version: row("version", "+", 1), updated_at: new Date() }))
    .where("clan_id", "=", clanId)
    .where("main_member_id", "=", anyOf(mainIds))
    .execute();
}
