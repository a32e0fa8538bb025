import { mapFields } from "@clanhall/contract/fields/field";
import { type MemberList, memberLists, memberTexts } from "@clanhall/contract/fields/member-fields";
import { tintCount } from "@clanhall/contract/rules/avatar";
import { type Selectable, sql } from "kysely";
import { currentTime } from "../../db/clock.ts";
import { anyOf } from "../../db/lists.ts";
import type { Db, Tables } from "../../db/tables.ts";

export type MemberRow = Selectable<Tables["clan_members"]>;
type Instant = "joined_at" | "created_at" | "updated_at";
/** A player with the invite that nobody has used or cancelled yet, open or past its time; instants as they are answered. */
export type RosterRow = Omit<MemberRow, Instant | "clan_id" | "name_key" | "kept_choice"> &
  Record<Instant, string> & { invite_id: string | null; invite_expires_at: string | null };
export type AwayRow = Selectable<Tables["clan_member_away"]>;

/** Everybody with the latest day of an entry, about in the order of their names. */
export async function listRoster(db: Db, clanId: string): Promise<(RosterRow & { last_entry: string | null })[]> {
  const rows = await rosterOf(db, clanId)
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("entries")
          .select("day")
          .whereRef("entries.clan_id", "=", "clan_members.clan_id")
          .whereRef("entries.member_id", "=", "clan_members.id")
          .where("state", "!=", "cleared")
          .orderBy("day", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select("last.day as last_entry")
    .orderBy("clan_members.name_key")
    .execute();
  return withInstants(rows);
}

export async function findRosterRow(db: Db, clanId: string, memberId: string): Promise<RosterRow | null> {
  const [row] = withInstants(await rosterOf(db, clanId).where("clan_members.id", "=", memberId).execute());
  return row ?? null;
}

function rosterOf(db: Db, clanId: string) {
  return db
    .selectFrom("clan_members")
    .leftJoin("invites", (invite) =>
      invite
        .onRef("invites.clan_id", "=", "clan_members.clan_id")
        .onRef("invites.clan_member_id", "=", "clan_members.id")
        .on("invites.is_processed", "=", false)
        .on("invites.cancelled_at", "is", null),
    )
    .select(rosterColumns)
    .select([
      instant("clan_members.joined_at").as("joined_at"),
      instant("clan_members.created_at").as("created_at"),
      instant("clan_members.updated_at").as("updated_at"),
      "invites.id as invite_id",
      instant("invites.expires_at").$castTo<string | null>().as("invite_expires_at"),
    ])
    .where("clan_members.clan_id", "=", clanId);
}

const rosterColumns = [
  "clan_members.id",
  "clan_members.user_id",
  "clan_members.name",
  "clan_members.tint",
  "clan_members.role",
  "clan_members.status",
  ...memberLists.map((list) => `clan_members.${list}` as const),
  ...memberTexts.map((text) => `clan_members.${text}` as const),
  "clan_members.main_member_id",
  "clan_members.merged_into_id",
  "clan_members.version",
] as const;

/** Thousands of dates take longer to read and to write than all else of their rows, so they stay texts. */
function instant(column: string) {
  return sql<string>`(${sql.ref(column)} at time zone 'UTC')::text`;
}

/** Whole rosters are imported at one instant, so that each text is made once. */
function withInstants<Row extends RosterRow>(rows: Row[]): Row[] {
  const made = new Map<string, string>();
  const make = (text: string): string => {
    const known = made.get(text) ?? toInstant(text);
    made.set(text, known);
    return known;
  };
  for (const row of rows) {
    row.joined_at = make(row.joined_at);
    row.created_at = make(row.created_at);
    row.updated_at = make(row.updated_at);
    if (row.invite_expires_at !== null) row.invite_expires_at = make(row.invite_expires_at);
  }
  return rows;
}

/** As `toISOString` writes it; PostgreSQL needs three times as long for the same. */
function toInstant(text: string): string {
  const fraction = text.slice(20, 23).padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

export type RosterName = Awaited<ReturnType<typeof listRosterNames>>[number];

/** What a list of names is compared with. */
export function listRosterNames(db: Db, clanId: string) {
  return db
    .selectFrom("clan_members")
    .select(["id", "name", "name_key", "aliases", "role", "status", "version"])
    .where("clan_id", "=", clanId)
    .execute();
}

export function listAway(db: Db, clanId: string, memberId?: string): Promise<AwayRow[]> {
  let periods = db.selectFrom("clan_member_away").selectAll().where("clan_id", "=", clanId).orderBy("starts_on");
  if (memberId !== undefined) periods = periods.where("member_id", "=", memberId);
  return periods.execute();
}

export function lockMembers(tx: Db, clanId: string, ids: string[]): Promise<MemberRow[]> {
  return tx
    .selectFrom("clan_members")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(ids))
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Players on the roster who have one of these names already. */
export function listNamesakes(tx: Db, clanId: string, nameKeys: string[]) {
  return tx
    .selectFrom("clan_members")
    .select(["id", "name", "name_key"])
    .where("clan_id", "=", clanId)
    .where("status", "!=", "removed")
    .where("name_key", "=", sql<string>`any(${nameKeys}::text[])`)
    .execute();
}

/** Those who are there, and all with those who were removed. */
export function countMembers(tx: Db, clanId: string) {
  return tx
    .selectFrom("clan_members")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("status", "!=", "removed").as("present"),
      fn.countAll<number>().as("kept"),
    ])
    .where("clan_id", "=", clanId)
    .executeTakeFirstOrThrow();
}

export async function hasAlts(tx: Db, clanId: string, memberId: string): Promise<boolean> {
  return (await listAlts(tx, clanId, memberId)).length > 0;
}

export async function listAlts(tx: Db, clanId: string, memberId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("main_member_id", "=", memberId)
    .where("status", "!=", "removed")
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of the players who have values, invites or alts of their own. */
export async function listWithMore(tx: Db, clanId: string, memberIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${memberIds}::uuid[]) as id
    where exists (
        select from entries where clan_id = ${clanId} and member_id = id and state <> 'cleared'
      )
      or exists (select from invites where clan_id = ${clanId} and clan_member_id = id)
      or exists (select from clan_members where clan_id = ${clanId} and main_member_id = id)
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** What a new row may be given. */
const newColumns = ["name", "name_key", ...memberLists, ...memberTexts, "joined_at", "main_member_id"] as const;
type NewColumns = Pick<MemberRow, (typeof newColumns)[number]>;
type Named = "name" | "name_key";
/** What is left out is empty, and whoever has no instant joins now. */
export type NewMember = Pick<NewColumns, Named> & Partial<Omit<NewColumns, Named>> & { id: string };

/**
 * Adds players whose names are free. Each gets the colour that the fewest players of the clan have by then; the roster is
 * locked, so that nobody else counts the same players or takes the same names meanwhile.
 */
export async function insertMembers(tx: Db, clanId: string, members: NewMember[], now: Date): Promise<void> {
  const tints = await nextTints(tx, clanId, members.length);
  const rows = members.map((member, index) => ({ ...member, tint: tints[index] }));
  const others = { ...mapFields(memberLists, () => []), ...mapFields(memberTexts, () => ""), joined_at: now };
  const columns = sql.join(newColumns.map((column) => sql.ref(column)));
  await sql`
    insert into clan_members (clan_id, id, tint, ${columns})
    select ${clanId}::uuid, id, tint, ${columns} from json_populate_recordset(
      json_populate_record(null::clan_members, ${JSON.stringify(others)}), ${JSON.stringify(rows)}
    )
  `.execute(tx);
}

/** The colours of the next players in their order: always the least used one, of several the lowest. */
async function nextTints(tx: Db, clanId: string, count: number): Promise<number[]> {
  const counted = await tx
    .selectFrom("clan_members")
    .select(({ fn }) => ["tint", fn.countAll<number>().as("players")])
    .where("clan_id", "=", clanId)
    .where("status", "!=", "removed")
    .groupBy("tint")
    .execute();
  const players = new Map(counted.map((row) => [row.tint, row.players]));
  const used = Array.from({ length: tintCount }, (_, index) => players.get(index + 1) ?? 0);
  return Array.from({ length: count }, () => {
    const least = Math.min(...used);
    const index = used.indexOf(least);
    used[index] = least + 1;
    return index + 1;
  });
}

type RowChange = Partial<
  Pick<MemberRow, (typeof newColumns)[number] | "merged_into_id" | "role" | "status" | "user_id">
>;

export async function updateMembers(tx: Db, clanId: string, ids: string[], change: RowChange): Promise<void> {
  const plain: Omit<RowChange, MemberList> = change;
  const lists = memberLists.filter((list) => change[list] !== undefined);
  await tx
    .updateTable("clan_members")
    .set((row) => ({
      ...plain,
      ...mapFields(lists, (list) => JSON.stringify(change[list])),
      version: row("version", "+", 1),
      updated_at: currentTime(),
    }))
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(ids))
    .execute();
}

/** Groups of many players in one statement. */
export async function updateGroups(tx: Db, clanId: string, rows: { id: string; groups: string[] }[]): Promise<void> {
  await sql`
    update clan_members set groups = changed.groups, version = version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed (id uuid, groups jsonb)
    where clan_members.clan_id = ${clanId} and clan_members.id = changed.id
  `.execute(tx);
}

export async function replaceAway(
  tx: Db,
  clanId: string,
  memberId: string,
  periods: { starts_on: string; ends_on: string; reason: string | null }[],
): Promise<void> {
  await tx.deleteFrom("clan_member_away").where("clan_id", "=", clanId).where("member_id", "=", memberId).execute();
  if (periods.length === 0) return;
  const rows = periods.map((period) => ({ ...period, clan_id: clanId, member_id: memberId }));
  await tx.insertInto("clan_member_away").values(rows).execute();
}

interface FirstMember {
  clan_id: string;
  user_id: string;
  name: string;
  name_key: string;
}

export async function addOwner(db: Db, member: FirstMember, startsOn: string): Promise<string> {
  const { id } = await db
    .insertInto("clan_members")
    .values({ ...member, role: "owner" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("clan_member_spans")
    .values({ clan_id: member.clan_id, member_id: id, starts_on: startsOn })
    .execute();
  return id;
}

export interface Span {
  member_id: string;
  starts_on: string;
  ends_on: string | null;
}

export function listSpans(db: Db, clanId: string, memberIds?: string[]): Promise<Span[]> {
  return db
    .selectFrom("clan_member_spans")
    .select(["member_id", "starts_on", "ends_on"])
    .where("clan_id", "=", clanId)
    .$if(memberIds !== undefined, (some) => some.where("member_id", "=", anyOf(memberIds ?? [])))
    .orderBy("starts_on")
    .execute();
}

export async function insertSpans(tx: Db, clanId: string, spans: Span[]): Promise<void> {
  if (spans.length === 0) return;
  await sql`
    insert into clan_member_spans (clan_id, member_id, starts_on, ends_on)
    select ${clanId}::uuid, span.* from json_to_recordset(${JSON.stringify(spans)}) as span (
      member_id uuid, starts_on date, ends_on date
    )
  `.execute(tx);
}

export async function replaceSpans(tx: Db, clanId: string, memberIds: string[], spans: Span[]): Promise<void> {
  await tx
    .deleteFrom("clan_member_spans")
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .execute();
  await insertSpans(tx, clanId, spans);
}

/** Today is the players' last day on the roster. */
export async function closeSpans(tx: Db, clanId: string, memberIds: string[], today: string): Promise<void> {
  await tx
    .updateTable("clan_member_spans")
    .set({ ends_on: sql<string>`greatest(starts_on, ${today}::date)` })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .where("ends_on", "is", null)
    .execute();
}

/** From today on the players are on the roster; somebody who left today has never been away. */
export async function openSpans(tx: Db, clanId: string, memberIds: string[], today: string): Promise<void> {
  await tx
    .updateTable("clan_member_spans")
    .set({ ends_on: null })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", anyOf(memberIds))
    .where("ends_on", ">=", today)
    .execute();
  await sql`
    insert into clan_member_spans (clan_id, member_id, starts_on)
    select ${clanId}, id, ${today}::date from unnest(${memberIds}::uuid[]) as id
    where not exists (
      select from clan_member_spans
      where clan_id = ${clanId} and member_id = id and ends_on is null
    )
  `.execute(tx);
}

/** Moves the first day of a player whose spans are sorted. */
export async function moveFirstDay(tx: Db, clanId: string, first: Span, day: string): Promise<void> {
  await tx
    .updateTable("clan_member_spans")
    .set({ starts_on: day })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", first.member_id)
    .where("starts_on", "=", first.starts_on)
    .execute();
}
