import type { AttentionRules } from "@clanhall/contract/attention";
import type { ClanRole } from "@clanhall/contract/permissions";
import { sql } from "kysely";
import { playersOfUser } from "../../clan/roster.ts";
import { anyOf } from "../../db/lists.ts";
import { executePrepared, preparedAnyOf } from "../../db/prepared.ts";
import type { Db } from "../../db/tables.ts";

/** Null while the clan has the usual rules. */
export async function findSettings(db: Db, clanId: string) {
  const row = await db
    .selectFrom("attention_rules as settings")
    .leftJoin("clan_members as author", (join) =>
      join.onRef("author.clan_id", "=", "settings.clan_id").onRef("author.id", "=", "settings.changed_by"),
    )
    .select(["settings.rules", "settings.warning_texts", "settings.removal_after", "settings.version"])
    .select(["settings.changed_at", "author.name as changed_by"])
    .where("settings.clan_id", "=", clanId)
    .executeTakeFirst();
  return row ?? null;
}

interface NewSettings {
  clan_id: string;
  rules: AttentionRules;
  warning_texts: string[];
  removal_after: number | null;
  changed_by: string;
  changed_at: Date;
}

export async function saveSettings(tx: Db, { rules, warning_texts, ...settings }: NewSettings): Promise<void> {
  const row = { ...settings, rules: JSON.stringify(rules), warning_texts: JSON.stringify(warning_texts) };
  await tx
    .insertInto("attention_rules")
    .values(row)
    .onConflict((same) =>
      same.column("clan_id").doUpdateSet({ ...row, version: sql<number>`attention_rules.version + 1` }),
    )
    .execute();
}

/** The open clans that somebody is an officer of. */
export function listClansOfOfficer(db: Db, userId: string) {
  return db
    .selectFrom("clan_members as me")
    .innerJoin("clans", "clans.id", "me.clan_id")
    .select(["me.clan_id", "me.id as member_id", "me.name", "me.role", "clans.toggles"])
    .where("me.user_id", "=", userId)
    .where("me.status", "=", "active")
    .where("me.role", "in", ["owner", "maintainer"])
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .execute();
}

/** Who is hidden today, and until when. */
export function listHidden(db: Db, clanId: string, today: string) {
  return db
    .selectFrom("attention_hidden")
    .select(["member_id", "until"])
    .where("clan_id", "=", clanId)
    .where("until", ">=", today)
    .execute();
}

export async function saveHidden(
  tx: Db,
  { clanId, memberId, by }: { clanId: string; memberId: string; by: string },
  until: string | null,
): Promise<void> {
  await tx.deleteFrom("attention_hidden").where("clan_id", "=", clanId).where("member_id", "=", memberId).execute();
  if (until === null) return;
  await tx
    .insertInto("attention_hidden")
    .values({ clan_id: clanId, member_id: memberId, until, hidden_by: by })
    .execute();
}

interface MemberWarnings {
  member_id: string;
  role: ClanRole;
  active: number;
  given_at: Date | null;
  ends_on: string | null;
  lifted_at: Date | null;
}

/** How many active warnings players have, and the last one they got, with their roles. */
export async function listLastWarnings(
  db: Db,
  clanId: string,
  memberIds: string[],
  today: string,
): Promise<MemberWarnings[]> {
  const { rows } = await sql<MemberWarnings>`
    with last as (
      select distinct on (member_id) member_id, given_at, ends_on, lifted_at, (
        count(*) filter (where lifted_at is null and (ends_on is null or ends_on >= ${today}))
          over (partition by member_id)
      )::int as active
      from member_warnings
      where clan_id = ${clanId} and member_id = ${anyOf(memberIds)}
      order by member_id, given_at desc
    )
    select member.id as member_id, member.role, last.given_at, last.ends_on, last.lifted_at,
      coalesce(last.active, 0) as active
    from clan_members as member left join last on last.member_id = member.id
    where member.clan_id = ${clanId} and member.id = ${anyOf(memberIds)}
  `.execute(db);
  return rows;
}

function warningsOf(db: Db, clanId: string) {
  return db
    .selectFrom("member_warnings as warning")
    .leftJoin("clan_members as giver", (join) =>
      join.onRef("giver.clan_id", "=", "warning.clan_id").onRef("giver.id", "=", "warning.given_by"),
    )
    .leftJoin("clan_members as lifter", (join) =>
      join.onRef("lifter.clan_id", "=", "warning.clan_id").onRef("lifter.id", "=", "warning.lifted_by"),
    )
    .selectAll("warning")
    .select(["giver.name as giver_name", "lifter.name as lifter_name"])
    .where("warning.clan_id", "=", clanId);
}

/** The latest first. */
export function listWarnings(db: Db, clanId: string, memberId: string) {
  return warningsOf(db, clanId)
    .where("warning.member_id", "=", memberId)
    .orderBy("warning.given_at", "desc")
    .limit(200)
    .execute();
}

/** Those without an end that was before any of these days, the latest first. */
export function listActiveWarnings(db: Db, players: { clan_id: string; member_id: string; today: string }[]) {
  const days = players.map(({ today }) => today).toSorted();
  const query = db
    .selectFrom("member_warnings as warning")
    .leftJoin("clan_members as giver", (join) =>
      join.onRef("giver.clan_id", "=", "warning.clan_id").onRef("giver.id", "=", "warning.given_by"),
    )
    .select(["warning.clan_id", "warning.message", "warning.ends_on", "warning.given_at"])
    .select("giver.name as giver_name")
    .where("warning.clan_id", "=", preparedAnyOf(players.map(({ clan_id }) => clan_id)))
    .where("warning.member_id", "=", preparedAnyOf(players.map(({ member_id }) => member_id)))
    .where("warning.lifted_at", "is", null)
    .where((row) => row.or([row("warning.ends_on", "is", null), row("warning.ends_on", ">=", days[0] ?? "")]))
    .orderBy("warning.given_at", "desc");
  return executePrepared(db, query);
}

export async function findWarning(db: Db, clanId: string, id: string) {
  const row = await warningsOf(db, clanId).where("warning.id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** Null once it was taken back or lifted. */
export async function findGivenWarning(db: Db, clanId: string, id: string) {
  const row = await findWarning(db, clanId, id);
  return row?.lifted_at === null ? row : null;
}

export type WarningRow = NonNullable<Awaited<ReturnType<typeof findWarning>>>;

interface NewWarning {
  clan_id: string;
  member_id: string;
  message: string;
  ends_on: string | null;
  given_by: string;
  given_at: Date;
}

export async function insertWarning(tx: Db, warning: NewWarning): Promise<string> {
  const { id } = await tx.insertInto("member_warnings").values(warning).returning("id").executeTakeFirstOrThrow();
  return id;
}

interface Lifted {
  lifted_by: string | null;
  lifted_at: Date | null;
  lifted_reason: string | null;
}

export async function saveLifted(tx: Db, clanId: string, id: string, lifted: Lifted): Promise<void> {
  await tx.updateTable("member_warnings").set(lifted).where("clan_id", "=", clanId).where("id", "=", id).execute();
}

export async function deleteWarning(tx: Db, clanId: string, id: string): Promise<void> {
  await tx.deleteFrom("member_warnings").where("clan_id", "=", clanId).where("id", "=", id).execute();
}

/** The latest first, or one of them. */
export function listNotes(db: Db, clanId: string, { memberId, id }: { memberId?: string; id?: string }) {
  return db
    .selectFrom("member_notes as note")
    .leftJoin("clan_members as author", (join) =>
      join.onRef("author.clan_id", "=", "note.clan_id").onRef("author.id", "=", "note.written_by"),
    )
    .selectAll("note")
    .select("author.name as author_name")
    .where("note.clan_id", "=", clanId)
    .$if(memberId !== undefined, (query) => query.where("note.member_id", "=", memberId ?? ""))
    .$if(id !== undefined, (query) => query.where("note.id", "=", id ?? ""))
    .orderBy("note.written_at", "desc")
    .limit(200)
    .execute();
}

export async function insertNote(
  tx: Db,
  note: { clan_id: string; member_id: string; note: string; written_by: string; written_at: Date },
): Promise<string> {
  const { id } = await tx.insertInto("member_notes").values(note).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function deleteNote(tx: Db, clanId: string, id: string): Promise<void> {
  await tx.deleteFrom("member_notes").where("clan_id", "=", clanId).where("id", "=", id).execute();
}

/** What was asked by and said to the players of an account that ends. */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  for (const table of ["member_requests", "member_warnings", "member_notes", "attention_hidden"]) {
    await sql`
      delete from ${sql.table(table)} as kept using ${playersOfUser(userId)} as player
      where kept.clan_id = player.clan_id and kept.member_id = player.id
    `.execute(tx);
  }
}
