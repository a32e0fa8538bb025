import type { Db } from "../../db/tables.ts";

/** Every place somebody has or had in a clan. */
export function listMembershipsOfUser(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as member")
    .innerJoin("clans", "clans.id", "member.clan_id")
    .select(["clans.id as clan_id", "clans.name as clan_name"])
    .select(["member.id as member_id", "member.name as player", "member.role", "member.status"])
    .where("member.user_id", "=", userId)
    .orderBy("clans.name")
    .orderBy("member.id")
    .execute();
}
