import { type Selectable, sql } from "kysely";
import { anyOf } from "../../db/lists.ts";
import type { EntrySource, EntryState } from "../../db/stored-types.ts";
import type { Db, Tables } from "../../db/tables.ts";

/** Names a cell of a clan. */
export interface CellKey {
  member_id: string;
  activity_id: string;
  day: string;
}

export type EntryRow = Omit<Selectable<Tables["entries"]>, "clan_id">;

/** The entries of exactly these cells; one that was never written has no row. */
export async function listEntriesAt(db: Db, clanId: string, cells: CellKey[]): Promise<EntryRow[]> {
  const days = [...new Set(cells.map(({ day }) => day))];
  const { rows } = await sql<EntryRow>`
    select entry.day, entry.member_id, entry.activity_id, entry.state, entry.value, entry.points, entry.is_met,
      entry.late, entry.version, entry.revision, entry.entered_by, entry.entered_at, entry.source
    from unnest(
      ${cells.map(({ day }) => day)}::date[],
      ${cells.map(({ member_id }) => member_id)}::uuid[],
      ${cells.map(({ activity_id }) => activity_id)}::uuid[]
    ) as wanted (day, member_id, activity_id)
    join entries as entry on entry.clan_id = ${clanId} and entry.day = wanted.day
      and entry.member_id = wanted.member_id and entry.activity_id = wanted.activity_id
    where entry.day = any(${days}::date[])
  `.execute(db);
  return rows;
}

/** The names of members by their ids. */
export async function findNames(db: Db, clanId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("clan_members")
    .select(["id", "name"])
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf([...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Every version of a cell with the name of who entered it, the latest first. */
export function listVersions(db: Db, clanId: string, { member_id, activity_id, day }: CellKey) {
  return db
    .selectFrom("entry_versions as version")
    .leftJoin("clan_members as writer", (join) =>
      join.onRef("writer.clan_id", "=", "version.clan_id").onRef("writer.id", "=", "version.entered_by"),
    )
    .select(["version.version", "version.state", "version.value", "version.points", "version.late"])
    .select(["version.entered_at", "version.source", "version.reason"])
    .select((row) => row.fn.coalesce("writer.name", sql<string>`''`).as("entered_by_name"))
    .where("version.clan_id", "=", clanId)
    .where("version.day", "=", day)
    .where("version.member_id", "=", member_id)
    .where("version.activity_id", "=", activity_id)
    .orderBy("version.version", "desc")
    .execute();
}

/** Who entered the most values of a day, and how many. */
export async function findMainWriter(db: Db, clanId: string, day: string) {
  const row = await db
    .selectFrom("entries")
    .innerJoin("clan_members as writer", (join) =>
      join.onRef("writer.clan_id", "=", "entries.clan_id").onRef("writer.id", "=", "entries.entered_by"),
    )
    .select(({ fn }) => ["writer.name", fn.countAll<number>().as("values")])
    .where("entries.clan_id", "=", clanId)
    .where("entries.day", "=", day)
    .where("entries.state", "!=", "cleared")
    .groupBy(["writer.id", "writer.name"])
    .orderBy("values", "desc")
    .orderBy("writer.name")
    .executeTakeFirst();
  return row ?? null;
}

/** The locked days that are reopened now, and until when. */
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

/** The entries of a day, cleared ones too; with `since`, only those of later saves. */
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

interface DueMember {
  day: string;
  member_id: string;
}

/** How many entries each activity has on each of the days, and how many of them are of members who are due then. */
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

/** Somebody who follows a clan; without a session if the development header named them. */
export interface Follower {
  userId: string;
  sessionId: string | null;
}

/** Those who are still in the clan and signed in. A clan that is being deleted is only for its owner. */
export async function listFollowersIn(db: Db, clanId: string, followers: Follower[]): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select follower.user_id as "userId", follower.session_id as "sessionId"
    from unnest(
      ${followers.map(({ userId }) => userId)}::uuid[],
      ${followers.map(({ sessionId }) => sessionId)}::uuid[]
    ) as follower (user_id, session_id)
    join clan_members as member
      on member.clan_id = ${clanId} and member.user_id = follower.user_id and member.status = 'active'
    join clans as clan
      on clan.id = member.clan_id and (clan.deletes_at is null or member.role = 'owner')
    where follower.session_id is null
      or exists (
        select from auth_sessions as session
        where session.id = follower.session_id and session.user_id = follower.user_id and session.reused_at is null
      )
  `.execute(db);
  return rows;
}

/** An entry as it is going to be stored. */
export interface NewEntry extends CellKey {
  state: EntryState;
  value: number | null;
  points: number;
  is_met: boolean;
  late: boolean;
  version: number;
}

/** What all entries of one save share. */
interface Save {
  clanId: string;
  revision: number;
  by: string;
  at: Date;
  source: EntrySource;
  reason: string | null;
  importId: string | null;
}

export async function upsertEntries(tx: Db, { clanId, revision, by, at, source }: Save, entries: NewEntry[]) {
  await sql`
    insert into entries (
      clan_id, day, member_id, activity_id, state, value, points, is_met, late, version,
      revision, entered_by, entered_at, source
    )
    select ${clanId}::uuid, day, member_id, activity_id, state, value, points, is_met, late, version,
      ${revision}::bigint, ${by}::uuid, ${at}::timestamptz, ${source}::text
    from ${asRows(entries)}
    on conflict (clan_id, day, member_id, activity_id) do update set
      state = excluded.state, value = excluded.value, points = excluded.points, is_met = excluded.is_met,
      late = excluded.late, version = excluded.version, revision = excluded.revision,
      entered_by = excluded.entered_by, entered_at = excluded.entered_at, source = excluded.source
  `.execute(tx);
}

export async function insertVersions(tx: Db, { clanId, by, at, source, reason, importId }: Save, entries: NewEntry[]) {
  await sql`
    insert into entry_versions (
      clan_id, day, member_id, activity_id, state, value, points, late, version,
      entered_by, entered_at, source, reason, import_id
    )
    select ${clanId}::uuid, day, member_id, activity_id, state, value, points, late, version,
      ${by}::uuid, ${at}::timestamptz, ${source}::text, ${reason}::text, ${importId}::uuid
    from ${asRows(entries)}
  `.execute(tx);
}

function asRows(entries: NewEntry[]) {
  const listOf = <Name extends keyof NewEntry>(name: Name) => entries.map((entry) => entry[name]);
  return sql`unnest(
    ${listOf("day")}::date[], ${listOf("member_id")}::uuid[], ${listOf("activity_id")}::uuid[],
    ${listOf("state")}::text[], ${listOf("value")}::numeric[], ${listOf("points")}::numeric[],
    ${listOf("is_met")}::boolean[], ${listOf("late")}::boolean[], ${listOf("version")}::integer[]
  ) as entry (day, member_id, activity_id, state, value, points, is_met, late, version)`;
}

/** What a save adds to the sums of one member and activity in a month; negative where it removes. */
export interface MonthChange {
  month: string;
  member_id: string;
  activity_id: string;
  value_sum: number;
  points: number;
  days_entered: number;
  days_done: number;
  days_met: number;
  days_excused: number;
}

export async function addToMonths(tx: Db, clanId: string, changes: MonthChange[]): Promise<void> {
  const listOf = <Name extends keyof MonthChange>(name: Name) => changes.map((change) => change[name]);
  await sql`
    insert into entry_months as sums (
      clan_id, month, member_id, activity_id, value_sum, points, days_entered, days_done, days_met, days_excused
    )
    select ${clanId}::uuid, change.*
    from unnest(
      ${listOf("month")}::date[], ${listOf("member_id")}::uuid[], ${listOf("activity_id")}::uuid[],
      ${listOf("value_sum")}::numeric[], ${listOf("points")}::numeric[],
      ${listOf("days_entered")}::integer[], ${listOf("days_done")}::integer[],
      ${listOf("days_met")}::integer[], ${listOf("days_excused")}::integer[]
    ) as change
    on conflict (clan_id, month, member_id, activity_id) do update set
      value_sum = sums.value_sum + excluded.value_sum, points = sums.points + excluded.points,
      days_entered = sums.days_entered + excluded.days_entered, days_done = sums.days_done + excluded.days_done,
      days_met = sums.days_met + excluded.days_met, days_excused = sums.days_excused + excluded.days_excused
  `.execute(tx);
  const reduced = changes.filter(({ days_entered, days_excused }) => days_entered + days_excused < 0);
  if (reduced.length > 0) await deleteEmptyMonths(tx, clanId, reduced);
}

/** A month without entries has no row, as before the first entry. */
async function deleteEmptyMonths(tx: Db, clanId: string, changes: MonthChange[]): Promise<void> {
  await sql`
    delete from entry_months as sums
    using unnest(
      ${changes.map(({ month }) => month)}::date[],
      ${changes.map(({ member_id }) => member_id)}::uuid[],
      ${changes.map(({ activity_id }) => activity_id)}::uuid[]
    ) as change (month, member_id, activity_id)
    where sums.clan_id = ${clanId} and sums.month = change.month and sums.member_id = change.member_id
      and sums.activity_id = change.activity_id and sums.days_entered = 0 and sums.days_excused = 0
  `.execute(tx);
}
