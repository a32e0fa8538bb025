import { anyOf } from "../../../db/any-of.ts";
import type { Db } from "../../../db/tables.ts";

/** What stands in one player's cells; cleared ones are empty. */
export function listMemberEntries(
  db: Db,
  clanId: string,
  { memberId, activityIds, from, to }: { memberId: string; activityIds: string[]; from: string; to: string },
) {
  return db
    .selectFrom("entries")
    .select(["day", "activity_id", "state", "value", "points", "is_met"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .where("activity_id", "=", anyOf(activityIds))
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("state", "!=", "cleared")
    .execute();
}
