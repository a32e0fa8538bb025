import { sql } from "kysely";
import type { Db } from "../../../db/tables.ts";

export function getClanOfMessage(db: Db, clanId: string) {
  return db.selectFrom("clans").select(["name", "grace_days"]).where("id", "=", clanId).executeTakeFirstOrThrow();
}

/** A bulletin that can be read now. */
export async function findLiveBulletin(db: Db, clanId: string, bulletinId: string, now: Date) {
  const row = await db
    .selectFrom("bulletins")
    .select(["title", "content"])
    .where("clan_id", "=", clanId)
    .where("id", "=", bulletinId)
    .where("deleted_at", "is", null)
    .where("publish_at", "<=", now)
    .where((bulletin) => bulletin.or([bulletin("expires_at", "is", null), bulletin("expires_at", ">", now)]))
    .executeTakeFirst();
  return row ?? null;
}

export async function isLinkedMember(db: Db, clanId: string, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .where("user_id", "is not", null)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row !== undefined;
}

/** The players with the most points for what was entered on some days, the best first. */
export async function listBestPlayers(
  db: Db,
  clanId: string,
  { from, to }: { from: string; to: string },
  limit: number,
) {
  const { rows } = await sql<{ member_id: string; points: number }>`
    select member.id as member_id, sum(entry.points) as points
    from entries as entry
    join clan_members as member on member.clan_id = entry.clan_id and member.id = entry.member_id
    where entry.clan_id = ${clanId} and entry.day between ${from} and ${to} and entry.state = 'value'
    group by member.id, member.name_key having sum(entry.points) > 0
    order by sum(entry.points) desc, member.name_key, member.id limit ${limit}
  `.execute(db);
  return rows;
}
