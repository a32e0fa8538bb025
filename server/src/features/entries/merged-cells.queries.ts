import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";

/** Every cell that was ever written of some players, the latest days first. */
export function listCellsOf(db: Db, clanId: string, memberIds: string[]) {
  return db
    .selectFrom("entries")
    .select(["member_id", "day", "activity_id", "state", "value", "points", "is_met", "late", "version"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .orderBy("day", "desc")
    .execute();
}
