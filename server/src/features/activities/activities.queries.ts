import type { Selectable } from "kysely";
import type { Db, Tables } from "../../db/tables.ts";

export type RuleRow = Omit<Selectable<Tables["activity_rules"]>, "clan_id" | "activity_id">;
/** An activity with its dated rules, sorted. */
export type ActivityRow = Selectable<Tables["activities"]> & { rules: RuleRow[] };

/** The clan's activities in their order, archived ones too, without those in the bin. */
export async function listActivityRows(db: Db, clanId: string): Promise<ActivityRow[]> {
  const activities = await db
    .selectFrom("activities")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("name_key")
    .execute();
  const rules = Map.groupBy(await listRules(db, clanId), ({ activity_id }) => activity_id);
  return activities.map((activity) => ({ ...activity, rules: (rules.get(activity.id) ?? []).map(toRule) }));
}

function listRules(db: Db, clanId: string) {
  return db.selectFrom("activity_rules").selectAll().where("clan_id", "=", clanId).orderBy("effective_from").execute();
}

function toRule({ clan_id: _clan, activity_id: _activity, ...rule }: Selectable<Tables["activity_rules"]>): RuleRow {
  return rule;
}
