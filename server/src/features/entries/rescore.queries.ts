import type { Aggregate, ScoringRule } from "@clanhall/contract/scoring";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** The entries of one activity since a day, and how they are to be scored. */
export interface Rescoring {
  clanId: string;
  activityId: string;
  aggregate: Aggregate;
  from: string;
  rule: Pick<ScoringRule, "points_per_unit" | "daily_cap" | "daily_target">;
}

/** What a new scoring makes of each player's points. */
export async function sumRescored(db: Db, rescoring: Rescoring) {
  const { rows } = await sql<{ member_id: string; changed: number; points_before: number; points_after: number }>`
    with scored as (${scored(rescoring)})
    select
      member_id, count(*) filter (where points <> old_points) as changed,
      sum(old_points) as points_before, sum(points) as points_after
    from scored group by member_id
  `.execute(db);
  return rows;
}

export async function rescoreMonth(tx: Db, rescoring: Rescoring, month: string, revision: number): Promise<void> {
  await sql`
    with scored as (${scored(rescoring)} and day >= ${month}::date and day < ${month}::date + interval '1 month'),
    changed as (
      update entries set points = scored.points, is_met = scored.is_met, revision = ${revision}
      from scored
      where entries.clan_id = ${rescoring.clanId} and entries.activity_id = ${rescoring.activityId}
        and entries.day = scored.day and entries.member_id = scored.member_id
        and (scored.points <> scored.old_points or scored.is_met <> scored.was_met)
      returning
        entries.member_id, scored.points - scored.old_points as points,
        scored.is_met::integer - scored.was_met::integer as days_met
    )
    update entry_months set points = entry_months.points + more.points, days_met = entry_months.days_met + more.days_met
    from (select member_id, sum(points) as points, sum(days_met) as days_met from changed group by member_id) as more
    where entry_months.clan_id = ${rescoring.clanId} and entry_months.activity_id = ${rescoring.activityId}
      and entry_months.month = ${month} and entry_months.member_id = more.member_id
  `.execute(tx);
}

/** Those in which something was entered, from the month of the day on. */
export async function listMonthsSince(tx: Db, { clanId, activityId, from }: Rescoring): Promise<string[]> {
  const rows = await tx
    .selectFrom("entry_months")
    .select("month")
    .distinct()
    .where("clan_id", "=", clanId)
    .where("activity_id", "=", activityId)
    .where("month", ">=", firstOfMonth(from))
    .orderBy("month")
    .execute();
  return rows.map(({ month }) => month);
}

/** The same sums as `pointsOf` and `outcomeOf` of the contract: numeric rounds half a cent away from zero too. */
function scored({ clanId, activityId, aggregate, from, rule }: Rescoring) {
  const units = aggregate === "days_done" ? sql`(value > 0)::integer` : sql`least(value, ${rule.daily_cap}::numeric)`;
  const isMet = rule.daily_target === null ? sql`value > 0` : sql`value >= ${rule.daily_target}::numeric`;
  return sql`
    select
      day, member_id, points as old_points, is_met as was_met,
      round(${units} * ${rule.points_per_unit}::numeric, 2) as points, ${isMet} as is_met
    from entries
    where clan_id = ${clanId} and activity_id = ${activityId} and day >= ${from} and state = 'value'
  `;
}

/** What everybody on the roster has in all activities since a day: whole months by their sums, the rest day by day. */
export async function listPointsSince(db: Db, clanId: string, from: string) {
  const month = firstOfMonth(from);
  const { rows } = await sql<{ id: string; name: string; points: number }>`
    select member.id, member.name, coalesce(first_month.points, 0) + coalesce(later.points, 0) as points
    from clan_members as member
    left join (
      select member_id, sum(points) as points from entries
      where clan_id = ${clanId} and day >= ${from} and day < ${month}::date + interval '1 month'
      group by member_id
    ) as first_month on first_month.member_id = member.id
    left join (
      select member_id, sum(points) as points from entry_months
      where clan_id = ${clanId} and month > ${month}
      group by member_id
    ) as later on later.member_id = member.id
    where member.clan_id = ${clanId} and member.status <> 'removed'
    order by member.name_key, member.id
  `.execute(db);
  return rows;
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
