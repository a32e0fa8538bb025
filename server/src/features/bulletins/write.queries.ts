import { type Insertable, sql, type Updateable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type BulletinColumns = Omit<
  Updateable<Tables["bulletins"]>,
  "clan_id" | "id" | "created_by" | "created_at" | "updated_at" | "version"
>;

export async function insertBulletin(tx: Db, bulletin: Insertable<Tables["bulletins"]>): Promise<string> {
  const { id } = await tx.insertInto("bulletins").values(bulletin).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Every change of a bulletin counts as a version of it. */
export async function updateBulletin(
  tx: Db,
  { clan_id, id }: { clan_id: string; id: string },
  columns: BulletinColumns,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("bulletins")
    .set((row) => ({ ...columns, version: row("version", "+", 1), updated_at: now }))
    .where("clan_id", "=", clan_id)
    .where("id", "=", id)
    .execute();
}

/** Until the transaction ends, whoever else changes the bulletin waits. */
export async function lockBulletin(tx: Db, clanId: string, bulletinId: string): Promise<void> {
  await tx
    .selectFrom("bulletins")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", bulletinId)
    .forNoKeyUpdate()
    .execute();
}

/** Bulletins of a clan, how many are in the bin, and how many others are pinned; an expired pin holds no place. */
export function countBulletins(tx: Db, clanId: string, now: Date, exceptId: string | null = null) {
  return tx
    .selectFrom("bulletins")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("deleted_at", "is", null).as("present"),
      row.fn.countAll<number>().filterWhere("deleted_at", "is not", null).as("binned"),
      row.fn
        .countAll<number>()
        .filterWhere("pinned", "=", true)
        .filterWhere("deleted_at", "is", null)
        .filterWhere("id", "is distinct from", exceptId)
        .filterWhere(sql<boolean>`not (publish_at is not null and expires_at is not null and expires_at <= ${now})`)
        .as("pinned"),
    ])
    .where("clan_id", "=", clanId)
    .executeTakeFirstOrThrow();
}

interface Words {
  version: number;
  title: string;
  content: string;
  written_by: string | null;
  written_at: Date;
}

/** New words come in beside the old ones; the first ones come with them. */
export async function insertWords(
  tx: Db,
  { clan_id, id }: { clan_id: string; id: string },
  first: Words,
  next: Words,
): Promise<void> {
  const key = { clan_id, bulletin_id: id };
  await tx
    .insertInto("bulletin_versions")
    .values([first, next].map((words) => ({ ...key, ...words })))
    .onConflict((same) => same.columns(["clan_id", "bulletin_id", "version"]).doNothing())
    .execute();
}

/** Every wording that another one followed, the latest first. */
export function listEarlierWords(db: Db, clanId: string, bulletinId: string) {
  return (
    db
      .selectFrom("bulletin_versions as words")
      .leftJoin("clan_members as writer", (join) =>
        join
          .onRef("writer.clan_id", "=", "words.clan_id")
          .onRef("writer.user_id", "=", "words.written_by")
          .on("writer.status", "!=", "removed"),
      )
      .select(["words.version", "words.title", "words.content", "words.written_at", "writer.name as written_by"])
      .where("words.clan_id", "=", clanId)
      .where("words.bulletin_id", "=", bulletinId)
      .orderBy("words.version", "desc")
      // The first of them is what the bulletin says now.
      .offset(1)
      .execute()
  );
}

/** For all clans. */
export async function deleteBulletinsBinnedBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom("bulletins").where("deleted_at", "<=", moment).execute();
}

/** What somebody wrote stays with the clan; who wrote it, and what they opened, goes. */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  await tx.updateTable("bulletins").set({ created_by: null }).where("created_by", "=", userId).execute();
  await tx.updateTable("bulletin_versions").set({ written_by: null }).where("written_by", "=", userId).execute();
  await tx.deleteFrom("bulletin_readers").where("user_id", "=", userId).execute();
}

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
