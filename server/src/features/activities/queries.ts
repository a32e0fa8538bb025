import { type Selectable, sql, type Updateable } from "kysely";
import type { ActivityRow, RuleRow } from "../../clan/activities.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tables } from "../../db/tables.ts";

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

export async function insertActivities(tx: Db, rows: ActivityRow[]): Promise<void> {
  if (rows.length === 0) return;
  const activities = rows.map(({ rules: _rules, pauses, ...row }) => ({ ...row, pauses: JSON.stringify(pauses) }));
  await tx.insertInto("activities").values(activities).execute();
  const rules = rows.flatMap(({ clan_id, id, rules: dated }) =>
    dated.map((rule) => ({ ...rule, clan_id, activity_id: id })),
  );
  await tx.insertInto("activity_rules").values(rules).execute();
}

/** Columns of an activity that somebody changes. */
export type ActivityColumns = Partial<
  Omit<
    Selectable<Tables["activities"]>,
    "clan_id" | "id" | "position" | "version" | "created_at" | "updated_at" | "deleted_at"
  >
>;

/** Every change of an activity or its rules counts as a version of it. */
export function updateActivity(tx: Db, clanId: string, activityId: string, columns: ActivityColumns): Promise<void> {
  const { pauses, ...plain } = columns;
  return writeActivity(tx, clanId, activityId, { ...plain, ...(pauses && { pauses: JSON.stringify(pauses) }) });
}

/** Into the bin, or out of it. */
export function setDeleted(tx: Db, clanId: string, activityId: string, at: Date | null): Promise<void> {
  return writeActivity(tx, clanId, activityId, { deleted_at: at });
}

async function writeActivity(tx: Db, clanId: string, activityId: string, columns: Updateable<Tables["activities"]>) {
  await tx
    .updateTable("activities")
    .set((row) => ({ ...columns, version: row("version", "+", 1), updated_at: currentTime() }))
    .where("clan_id", "=", clanId)
    .where("id", "=", activityId)
    .execute();
}

export async function updateOrder(tx: Db, clanId: string, ids: string[]): Promise<void> {
  await sql`
    update activities set position = ordered.nth - 1
    from unnest(${ids}::uuid[]) with ordinality as ordered (id, nth)
    where activities.clan_id = ${clanId} and activities.id = ordered.id
  `.execute(tx);
}

/** A rule from its day on; one that began on the same day makes way. */
export async function putRule(tx: Db, clanId: string, activityId: string, rule: RuleRow): Promise<void> {
  const { effective_from: _from, ...scoring } = rule;
  await tx
    .insertInto("activity_rules")
    .values({ ...rule, clan_id: clanId, activity_id: activityId })
    .onConflict((same) => same.columns(["clan_id", "activity_id", "effective_from"]).doUpdateSet(scoring))
    .execute();
}

export async function replaceRules(tx: Db, clanId: string, activityId: string, rules: RuleRow[]): Promise<void> {
  await tx.deleteFrom("activity_rules").where("clan_id", "=", clanId).where("activity_id", "=", activityId).execute();
  const rows = rules.map((rule) => ({ ...rule, clan_id: clanId, activity_id: activityId }));
  await tx.insertInto("activity_rules").values(rows).execute();
}

/** Those with cells that were written once stay hidden for good, because the history names them. */
export async function deleteBinnedBefore(db: Db, moment: Date): Promise<void> {
  await db
    .deleteFrom("activities")
    .where("deleted_at", "<=", moment)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("entries")
            .select("entries.day")
            .whereRef("entries.clan_id", "=", "activities.clan_id")
            .whereRef("entries.activity_id", "=", "activities.id"),
        ),
      ),
    )
    .execute();
}
