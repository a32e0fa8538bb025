import type { Selectable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type RuleRow = Omit<Selectable<Tables["activity_rules"]>, "clan_id" | "activity_id">;
/** An activity with its dated rules, sorted. */
export type ActivityRow = Selectable<Tables["activities"]> & { rules: RuleRow[] };

/** The clan's activities in their order, archived ones too, without those in the bin. */
export async function listActivityRows(db: Db, clanId: string): Promise<ActivityRow[]> {
  const rows = await activitiesOf(db, clanId)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("name_key")
    .execute();
  return addRules(db, clanId, rows);
}

/** What came into the bin after a moment, the latest first. */
export async function listBinRows(db: Db, clanId: string, since: Date): Promise<ActivityRow[]> {
  const rows = await activitiesOf(db, clanId).where("deleted_at", ">", since).orderBy("deleted_at", "desc").execute();
  return addRules(db, clanId, rows);
}

function activitiesOf(db: Db, clanId: string) {
  return db.selectFrom("activities").selectAll().where("clan_id", "=", clanId);
}

async function addRules(
  db: Db,
  clanId: string,
  activities: Selectable<Tables["activities"]>[],
): Promise<ActivityRow[]> {
  const rules = Map.groupBy(await listRules(db, clanId), ({ activity_id }) => activity_id);
  return activities.map((activity) => ({ ...activity, rules: (rules.get(activity.id) ?? []).map(toRule) }));
}

function listRules(db: Db, clanId: string) {
  return db.selectFrom("activity_rules").selectAll().where("clan_id", "=", clanId).orderBy("effective_from").execute();
}

function toRule({ clan_id: _clan, activity_id: _activity, ...rule }: Selectable<Tables["activity_rules"]>): RuleRow {
  return rule;
}

/** Values and excuses per activity, by the sums of its months. */
export async function countEntries(db: Db, clanId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("entry_months")
    .select("activity_id")
    .select((row) => row.fn.sum<number>(row("days_entered", "+", row.ref("days_excused"))).as("count"))
    .where("clan_id", "=", clanId)
    .groupBy("activity_id")
    .execute();
  return new Map(rows.map(({ activity_id, count }) => [activity_id, count]));
}

/** Whether anything stands in a cell of an activity; cleared ones are empty. */
export async function hasEntries(db: Db, clanId: string, activityId: string): Promise<boolean> {
  const row = await db
    .selectFrom("entries")
    .select("day")
    .where("clan_id", "=", clanId)
    .where("activity_id", "=", activityId)
    .where("state", "!=", "cleared")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
