import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Webhooks that are told something by the hour of their clan's day. */
export function listClockWebhooks(db: Db) {
  return db
    .selectFrom("webhooks")
    .innerJoin("clans", "clans.id", "webhooks.clan_id")
    .select(["webhooks.clan_id", "webhooks.id", "webhooks.events", "webhooks.reminder_hours", "webhooks.created_at"])
    .select("clans.week_start")
    .where("webhooks.disabled_at", "is", null)
    .where(sql<boolean>`webhooks.events && '{daily_summary,weekly_summary,reminder}'::text[]`)
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .orderBy("webhooks.clan_id")
    .orderBy("webhooks.id")
    .execute();
}
