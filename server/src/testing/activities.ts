import { randomUUID } from "node:crypto";
import { toNameKey } from "@clanhall/contract/text";
import type { Insertable } from "kysely";
import type { Db, Tables } from "../db/tables.ts";

type Fields = Partial<
  Omit<Insertable<Tables["activities"]>, "clan_id" | "name_key"> &
    Omit<Insertable<Tables["activity_rules"]>, "clan_id" | "activity_id">
>;

/** An activity that was always asked for, worth a point per unit unless the fields say otherwise. */
export async function addActivity(db: Db, clanId: string, fields: Fields = {}): Promise<string> {
  const { effective_from, points_per_unit, missing_points, daily_cap, daily_target, weekly_target, weekdays, ...own } =
    fields;
  const name = own.name ?? `Activity ${randomUUID().slice(0, 8)}`;
  const { id } = await db
    .insertInto("activities")
    .values({ short_label: name.slice(0, 12), ...own, clan_id: clanId, name, name_key: toNameKey(name) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addRule(db, clanId, id, {
    effective_from,
    points_per_unit,
    missing_points,
    daily_cap,
    daily_target,
    weekly_target,
    weekdays,
  });
  return id;
}

/** A further rule of an activity, from its day on. */
export async function addRule(db: Db, clanId: string, activityId: string, fields: RuleFields): Promise<void> {
  const { effective_from = "1970-01-01", ...rule } = fields;
  await db
    .insertInto("activity_rules")
    .values({ ...rule, effective_from, clan_id: clanId, activity_id: activityId })
    .execute();
}

type RuleFields = { [Name in keyof Rule]?: Rule[Name] | undefined };
type Rule = Omit<Insertable<Tables["activity_rules"]>, "clan_id" | "activity_id">;
