import { sql } from "kysely";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";
import type { EntryRow } from "./queries.ts";

/** Until when locked days may be written again, those that still may. */
export function listReopenedDays(db: Db, clanId: string, now: Date) {
  return db
    .selectFrom("reopened_days")
    .select(["day", "until"])
    .where("clan_id", "=", clanId)
    .where("until", ">", now)
    .execute();
}

export async function upsertReopenedDay(
  tx: Db,
  day: { clan_id: string; day: string; until: Date; reopened_by: string; reason: string },
): Promise<void> {
  const { until, reopened_by, reason } = day;
  await tx
    .insertInto("reopened_days")
    .values(day)
    .onConflict((same) =>
      same.columns(["clan_id", "day"]).doUpdateSet({ until, reopened_by, reason, created_at: sql<Date>`now()` }),
    )
    .execute();
}

/** What stands in the cells of a day, cleared ones too; with `since`, what was written by later saves. */
export async function listEntriesOfDay(
  db: Db,
  clanId: string,
  day: string,
  { memberIds, since = 0 }: { memberIds: string[]; since?: number | undefined },
): Promise<EntryRow[]> {
  return db
    .selectFrom("entries")
    .select(["day", "member_id", "activity_id", "state", "value", "points"])
    .select(["is_met", "late", "version", "revision"])
    .select(["entered_by", "entered_at", "source"])
    .where("clan_id", "=", clanId)
    .where("day", "=", day)
    .where("member_id", "=", anyOf(memberIds))
    .where("revision", ">", since)
    .execute();
}

export interface DueMember {
  day: string;
  member_id: string;
}

/** How many entries each activity has on each of the days, and how many of them are of players who are due then. */
export async function countEntries(db: Db, clanId: string, days: string[], due: DueMember[]) {
  const { rows } = await sql<{ day: string; activity_id: string; entered: number; entered_by_due: number }>`
    select entry.day, entry.activity_id, count(*)::int as entered, count(due.member_id)::int as entered_by_due
    from entries as entry
    left join unnest(
      ${due.map(({ day }) => day)}::date[],
      ${due.map(({ member_id }) => member_id)}::uuid[]
    ) as due (day, member_id) on due.day = entry.day and due.member_id = entry.member_id
    where entry.clan_id = ${clanId} and entry.day = any(${days}::date[]) and entry.state <> 'cleared'
    group by entry.day, entry.activity_id
  `.execute(db);
  return rows;
}

/** The mean of what was entered in a range of days, where there are at least three values. */
export function listMeans(
  db: Db,
  clanId: string,
  { from, to, memberId }: { from: string; to: string; memberId: string | null },
) {
  return db
    .selectFrom("entries")
    .select(["member_id", "activity_id", sql<number>`round(avg(value), 2)`.as("mean")])
    .where("clan_id", "=", clanId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("state", "=", "value")
    .$if(memberId !== null, (query) => query.where("member_id", "=", memberId ?? ""))
    .groupBy(["member_id", "activity_id"])
    .having((group) => group.fn.countAll(), ">=", 3)
    .execute();
}
