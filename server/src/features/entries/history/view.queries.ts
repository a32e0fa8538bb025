import type { Db } from "../../../db/tables.ts";

/** How a clan counts its weeks, and for how many days nothing is asked of a new player. */
export function findCalendarOf(db: Db, clanId: string) {
  return db.selectFrom("clans").select(["week_start", "grace_days"]).where("id", "=", clanId).executeTakeFirstOrThrow();
}
