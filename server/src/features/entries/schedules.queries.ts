import type { Schedule } from "@clanhall/contract/cells";
import { type NotNull, sql } from "kysely";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";

/** When an activity is asked for, and how much of it in a week. */
export interface ScheduledActivity extends Schedule {
  clan_id: string;
  id: string;
  name: string;
  rules: { effective_from: string; weekdays: number[]; weekly_target: number | null }[];
}

/** The activities of several clans, each in its clan's order, without those in the bin. */
export function listSchedules(db: Db, clanIds: string[]): Promise<ScheduledActivity[]> {
  const rule = sql`json_build_object(
    'effective_from', rule.effective_from, 'weekdays', rule.weekdays, 'weekly_target', rule.weekly_target
  )`;
  return db
    .selectFrom("activities")
    .select(["clan_id", "id", "name", "start_date", "end_date", "pauses"])
    .select((activity) =>
      activity
        .selectFrom("activity_rules as rule")
        .select(sql<ScheduledActivity["rules"]>`json_agg(${rule} order by rule.effective_from)`.as("rules"))
        .whereRef("rule.clan_id", "=", "activities.clan_id")
        .whereRef("rule.activity_id", "=", "activities.id")
        .as("rules"),
    )
    .where("clan_id", "=", anyOf(clanIds))
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("name_key")
    .$narrowType<{ rules: NotNull }>()
    .execute();
}
