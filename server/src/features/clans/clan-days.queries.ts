import type { Insertable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export async function insertDayRule(db: Db, rule: Insertable<Tables["clan_day_rules"]>): Promise<void> {
  await db.insertInto("clan_day_rules").values(rule).execute();
}

export async function deleteDayRulesAfter(db: Db, clanId: string, date: string): Promise<void> {
  await db.deleteFrom("clan_day_rules").where("clan_id", "=", clanId).where("effective_from", ">", date).execute();
}
