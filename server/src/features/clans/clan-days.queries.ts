import type { Insertable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

/** When the clan's day begins, sorted as `toClanDate` wants them. */
export function listDayRules(db: Db, clanId: string) {
  return db
    .selectFrom("clan_day_rules")
    .select(["effective_from", "time_zone", "reset_time", "reset_in_utc"])
    .where("clan_id", "=", clanId)
    .orderBy("effective_from")
    .execute();
}

export function listDayRulesOfClans(db: Db, clanIds: string[]) {
  return db
    .selectFrom("clan_day_rules")
    .select(["clan_id", "effective_from", "time_zone", "reset_time", "reset_in_utc"])
    .where("clan_id", "in", clanIds)
    .orderBy("effective_from")
    .execute();
}

export async function insertDayRule(db: Db, rule: Insertable<Tables["clan_day_rules"]>): Promise<void> {
  await db.insertInto("clan_day_rules").values(rule).execute();
}

export async function deleteDayRulesAfter(db: Db, clanId: string, date: string): Promise<void> {
  await db.deleteFrom("clan_day_rules").where("clan_id", "=", clanId).where("effective_from", ">", date).execute();
}

/** How a clan counts its days: when a week starts, and how long nothing is asked of new members. */
export function getGraceAndWeekStart(db: Db, clanId: string) {
  return db.selectFrom("clans").select(["week_start", "grace_days"]).where("id", "=", clanId).executeTakeFirstOrThrow();
}
