import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";

export async function insertMerge(
  tx: Db,
  merge: { clan_id: string; keep_id: string; drop_id: string; merged_by: string },
  before: object,
): Promise<string> {
  const { id } = await tx
    .insertInto("clan_member_merges")
    .values({ ...merge, before: JSON.stringify(before) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function lockMerge(tx: Db, clanId: string, mergeId: string) {
  const row = await tx
    .selectFrom("clan_member_merges")
    .select(["id", "keep_id", "drop_id", "undone_at", "before"])
    .where("clan_id", "=", clanId)
    .where("id", "=", mergeId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function markMergeUndone(tx: Db, clanId: string, mergeId: string, now: Date): Promise<void> {
  await tx
    .updateTable("clan_member_merges")
    .set({ undone_at: now })
    .where("clan_id", "=", clanId)
    .where("id", "=", mergeId)
    .execute();
}

/** Gives alts back to a player, but for those who got another main since. */
export async function returnAlts(tx: Db, clanId: string, altIds: string[], from: string, to: string): Promise<void> {
  await tx
    .updateTable("clan_members")
    .set((row) => ({ main_member_id: to, version: row("version", "+", 1), updated_at: new Date() }))
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(altIds))
    .where("main_member_id", "=", from)
    .execute();
}
