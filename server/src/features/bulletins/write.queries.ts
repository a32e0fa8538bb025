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

/** Other changes of the bulletin wait until the transaction ends. */
export async function lockBulletin(tx: Db, clanId: string, bulletinId: string): Promise<void> {
  await tx
    .selectFrom("bulletins")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", bulletinId)
    .forNoKeyUpdate()
    .execute();
}

/** Bulletins of a clan, how many are in the bin, and how many others are pinned; an expired one does not count. */
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

interface BulletinVersion {
  version: number;
  title: string;
  content: string;
  written_by: string | null;
  written_at: Date;
}

/** The original and so many after it, the latest ones, are kept. */
const laterVersionsMax = 49;

/** Stores the new version; the first change also stores the original. */
export async function insertVersions(
  tx: Db,
  { clan_id, id }: { clan_id: string; id: string },
  first: BulletinVersion,
  next: BulletinVersion,
): Promise<void> {
  const key = { clan_id, bulletin_id: id };
  await tx
    .insertInto("bulletin_versions")
    .values([first, next].map((version) => ({ ...key, ...version })))
    .onConflict((same) => same.columns(["clan_id", "bulletin_id", "version"]).doNothing())
    .execute();
  const latest = tx
    .selectFrom("bulletin_versions")
    .select("version")
    .where("clan_id", "=", clan_id)
    .where("bulletin_id", "=", id)
    .orderBy("version", "desc")
    .limit(laterVersionsMax);
  await tx
    .deleteFrom("bulletin_versions")
    .where("clan_id", "=", clan_id)
    .where("bulletin_id", "=", id)
    .where("version", "!=", first.version)
    .where("version", "not in", latest)
    .execute();
}

/**
 * All versions but the current one, which comes first in this order, the latest first. At most as many as are kept when a
 * bulletin changes: one that did not change lately may have more.
 */
export function listEarlierVersions(db: Db, clanId: string, bulletinId: string) {
  return db
    .selectFrom("bulletin_versions as version")
    .leftJoin("clan_members as writer", (join) =>
      join
        .onRef("writer.clan_id", "=", "version.clan_id")
        .onRef("writer.user_id", "=", "version.written_by")
        .on("writer.status", "!=", "removed"),
    )
    .select(["version.version", "version.title", "version.content", "version.written_at", "writer.name as written_by"])
    .where("version.clan_id", "=", clanId)
    .where("version.bulletin_id", "=", bulletinId)
    .orderBy("version.version", "desc")
    .offset(1)
    .limit(laterVersionsMax + 1)
    .execute();
}

/** Of all clans. */
export async function deleteBulletinsBinnedBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom("bulletins").where("deleted_at", "<=", moment).execute();
}

/** The bulletins stay with the clan, without their author; what the user opened is deleted. */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  await tx.updateTable("bulletins").set({ created_by: null }).where("created_by", "=", userId).execute();
  await tx.updateTable("bulletin_versions").set({ written_by: null }).where("written_by", "=", userId).execute();
  await tx.deleteFrom("bulletin_readers").where("user_id", "=", userId).execute();
}

/** Bulletins that were published or expired and not announced yet; those of clans that are being deleted wait. */
export function listUnannounced(db: Db, now: Date) {
  return db
    .selectFrom("bulletins")
    .innerJoin("clans", "clans.id", "bulletins.clan_id")
    .select(["bulletins.clan_id", "bulletins.id"])
    .where("clans.deletes_at", "is", null)
    .where("bulletins.deleted_at", "is", null)
    .where((row) =>
      row.or([
        row.and([row("publish_at", "<=", now), row("published_announced_at", "is", null)]),
        row.and([row("publish_at", "<=", now), row("expires_at", "<=", now), row("expired_announced_at", "is", null)]),
      ]),
    )
    .orderBy("bulletins.publish_at")
    .orderBy("bulletins.id")
    .execute();
}

/** Null while another transaction holds it, such as the same job of another instance. */
export async function lockPublished(tx: Db, clanId: string, bulletinId: string, now: Date) {
  const row = await tx
    .selectFrom("bulletins")
    .select([
      "clan_id",
      "id",
      "title",
      "post_to_discord",
      "expires_at",
      "published_announced_at",
      "expired_announced_at",
    ])
    .where("clan_id", "=", clanId)
    .where("id", "=", bulletinId)
    .where("publish_at", "<=", now)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

interface Announced {
  published_announced_at?: Date;
  expired_announced_at?: Date;
}

/** The version stays: what a manager is editing meanwhile does not become stale. */
export async function markAnnounced(
  tx: Db,
  { clan_id, id }: { clan_id: string; id: string },
  announced: Announced,
): Promise<void> {
  await tx.updateTable("bulletins").set(announced).where("clan_id", "=", clan_id).where("id", "=", id).execute();
}
