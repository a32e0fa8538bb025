import type { Db } from "../../db/tables.ts";

/** Bulletins whose time has come or gone and of which nobody was told; those of clans that are being deleted wait. */
export function listUntold(db: Db, now: Date) {
  return db
    .selectFrom("bulletins")
    .innerJoin("clans", "clans.id", "bulletins.clan_id")
    .select(["bulletins.clan_id", "bulletins.id"])
    .where("clans.deletes_at", "is", null)
    .where("bulletins.deleted_at", "is", null)
    .where((row) =>
      row.or([
        row.and([row("publish_at", "<=", now), row("published_told_at", "is", null)]),
        row.and([row("publish_at", "<=", now), row("expires_at", "<=", now), row("expired_told_at", "is", null)]),
      ]),
    )
    .orderBy("bulletins.publish_at")
    .orderBy("bulletins.id")
    .execute();
}

/** Null while somebody else holds it, another instance with the same work above all. */
export async function lockPublished(tx: Db, clanId: string, bulletinId: string, now: Date) {
  const row = await tx
    .selectFrom("bulletins")
    .select(["clan_id", "id", "title", "post_to_discord", "expires_at", "published_told_at", "expired_told_at"])
    .where("clan_id", "=", clanId)
    .where("id", "=", bulletinId)
    .where("publish_at", "<=", now)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

interface Told {
  published_told_at?: Date;
  expired_told_at?: Date;
}

/** Nobody chose this, so the version stays: what a manager is changing meanwhile is not stale for it. */
export async function markTold(tx: Db, { clan_id, id }: { clan_id: string; id: string }, told: Told): Promise<void> {
  await tx.updateTable("bulletins").set(told).where("clan_id", "=", clan_id).where("id", "=", id).execute();
}
