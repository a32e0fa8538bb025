import type { Schedule } from "@clanhall/contract/rules/cells";
import { type NotNull, type Selectable, sql } from "kysely";
import { executePrepared, preparedAnyOf } from "../db/prepared.ts";
import type { Db, Tables } from "../db/tables.ts";

export type RuleRow = Omit<Selectable<Tables["activity_rules"]>, "clan_id" | "activity_id">;

/** An activity with its dated rules, sorted. */
export type ActivityRow = Selectable<Tables["activities"]> & { rules: RuleRow[] };

/** The clan's activities in their order, archived ones too, without those in the bin. */
export function listActivities(db: Db, clanId: string): Promise<ActivityRow[]> {
  return listActivitiesOfClans(db, [clanId]);
}

/** The same of several clans. */
export async function listActivitiesOfClans(db: Db, clanIds: string[]): Promise<ActivityRow[]> {
  const query = activitiesOf(db, clanIds).where("deleted_at", "is", null).orderBy("position").orderBy("name_key");
  return addRules(db, clanIds, await executePrepared(db, query));
}

/** Activities in the bin that were deleted after a moment, the latest first. */
export async function listDeletedActivities(db: Db, clanId: string, since: Date): Promise<ActivityRow[]> {
  const rows = await activitiesOf(db, [clanId]).where("deleted_at", ">", since).orderBy("deleted_at", "desc").execute();
  return addRules(db, [clanId], rows);
}

/** All of them, by name: a column that a migration adds would break the plans of instances that still run. */
const activityColumns = [
  "aggregate",
  "category",
  "clan_id",
  "color",
  "created_at",
  "deleted_at",
  "description",
  "end_date",
  "entry_by",
  "icon",
  "id",
  "is_active",
  "is_public",
  "max_value",
  "min_value",
  "name",
  "name_key",
  "pauses",
  "position",
  "short_label",
  "start_date",
  "unit",
  "updated_at",
  "value_type",
  "version",
] as const;
const ruleColumns = [
  "activity_id",
  "clan_id",
  "daily_cap",
  "daily_target",
  "effective_from",
  "missing_points",
  "points_per_unit",
  "weekdays",
  "weekly_target",
] as const;

function activitiesOf(db: Db, clanIds: string[]) {
  return db.selectFrom("activities").select(activityColumns).where("clan_id", "=", preparedAnyOf(clanIds));
}

async function addRules(
  db: Db,
  clanIds: string[],
  activities: Selectable<Tables["activities"]>[],
): Promise<ActivityRow[]> {
  const rules = Map.groupBy(await listRules(db, clanIds), ({ activity_id }) => activity_id);
  return activities.map((activity) => ({ ...activity, rules: (rules.get(activity.id) ?? []).map(toRule) }));
}

function listRules(db: Db, clanIds: string[]) {
  const query = db.selectFrom("activity_rules").select(ruleColumns).where("clan_id", "=", preparedAnyOf(clanIds));
  return executePrepared(db, query.orderBy("effective_from"));
}

function toRule({ clan_id: _clan, activity_id: _activity, ...rule }: Selectable<Tables["activity_rules"]>): RuleRow {
  return rule;
}

/** On which days an activity is due, and its weekly targets. */
export interface ScheduledActivity
  extends Schedule, Pick<ActivityRow, "clan_id" | "id" | "name" | "unit" | "value_type" | "aggregate"> {
  rules: { effective_from: string; weekdays: number[]; weekly_target: number | null }[];
}

/** The activities of several clans, each in its clan's order, without those in the bin. */
export function listSchedules(db: Db, clanIds: string[]): Promise<ScheduledActivity[]> {
  const rule = sql`json_build_object(
    'effective_from', rule.effective_from, 'weekdays', rule.weekdays, 'weekly_target', rule.weekly_target
  )`;
  const query = db
    .selectFrom("activities")
    .select(["clan_id", "id", "name", "unit", "value_type", "aggregate", "start_date", "end_date", "pauses"])
    .select((activity) =>
      activity
        .selectFrom("activity_rules as rule")
        .select(sql<ScheduledActivity["rules"]>`json_agg(${rule} order by rule.effective_from)`.as("rules"))
        .whereRef("rule.clan_id", "=", "activities.clan_id")
        .whereRef("rule.activity_id", "=", "activities.id")
        .as("rules"),
    )
    .where("clan_id", "=", preparedAnyOf(clanIds))
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("name_key")
    .$narrowType<{ rules: NotNull }>();
  return executePrepared(db, query);
}
