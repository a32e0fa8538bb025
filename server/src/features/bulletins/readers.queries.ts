import type { BulletinAudience } from "@clanhall/contract/bulletin-drafts";
import type { Db } from "../../db/tables.ts";

/** Opening it again changes nothing. */
export async function insertReader(
  db: Db,
  { clan_id, id }: { clan_id: string; id: string },
  userId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto("bulletin_readers")
    .values({ clan_id, bulletin_id: id, user_id: userId, seen_at: now })
    .onConflict((same) => same.columns(["clan_id", "bulletin_id", "user_id"]).doNothing())
    .execute();
}

/** Active members with an account whom a bulletin is for: who opened it first comes first, who has not comes last. */
export function listReaders(db: Db, bulletin: { clan_id: string; id: string; audience: BulletinAudience }) {
  return db
    .selectFrom("clan_members as member")
    .leftJoin("bulletin_readers as seen", (join) =>
      join
        .onRef("seen.clan_id", "=", "member.clan_id")
        .onRef("seen.user_id", "=", "member.user_id")
        .on("seen.bulletin_id", "=", bulletin.id),
    )
    .select(["member.id as member_id", "member.name", "seen.seen_at"])
    .where("member.clan_id", "=", bulletin.clan_id)
    .where("member.status", "=", "active")
    .where("member.user_id", "is not", null)
    .$if(bulletin.audience === "maintainers", (query) => query.where("member.role", "!=", "member"))
    .orderBy("seen.seen_at", (seen) => seen.asc().nullsLast())
    .orderBy("member.name_key")
    .orderBy("member.id")
    .execute();
}
