import { anyOf } from "../db/lists.ts";
import { executePrepared } from "../db/prepared.ts";
import type { Db } from "../db/tables.ts";

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
  return executePrepared(
    db,
    db
      .selectFrom("clan_day_rules")
      .select(["clan_id", "effective_from", "time_zone", "reset_time", "reset_in_utc"])
      .where("clan_id", "=", anyOf(clanIds))
      .orderBy("effective_from"),
  );
}

/** The settings of a clan that its days depend on. */
export function getDaySettings(db: Db, clanId: string) {
  return db
    .selectFrom("clans")
    .select(["week_start", "late_days", "grace_days", "first_day", "archived_at", "deletes_at"])
    .where("id", "=", clanId)
    .executeTakeFirstOrThrow();
}
