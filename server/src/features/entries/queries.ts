import { type Selectable, sql } from "kysely";
import { anyOf } from "../../db/any-of.ts";
import type { Db, Tables } from "../../db/tables.ts";

/** Names a cell of a clan. */
export interface CellKey {
  member_id: string;
  activity_id: string;
  day: string;
}

export type EntryRow = Omit<Selectable<Tables["entries"]>, "clan_id">;

/** What stands in exactly these cells; one that was never written has no row. */
export async function listEntriesAt(db: Db, clanId: string, cells: CellKey[]): Promise<EntryRow[]> {
  const days = [...new Set(cells.map(({ day }) => day))];
  const { rows } = await sql<EntryRow>`
    select entry.day, entry.member_id, entry.activity_id, entry.state, entry.value, entry.points, entry.is_met,
      entry.late, entry.version, entry.revision, entry.entered_by, entry.entered_at, entry.source
    from unnest(
      ${cells.map(({ day }) => day)}::date[],
      ${cells.map(({ member_id }) => member_id)}::uuid[],
      ${cells.map(({ activity_id }) => activity_id)}::uuid[]
    ) as asked (day, member_id, activity_id)
    join entries as entry on entry.clan_id = ${clanId} and entry.day = asked.day
      and entry.member_id = asked.member_id and entry.activity_id = asked.activity_id
    where entry.day = any(${days}::date[])
  `.execute(db);
  return rows;
}

/** The names of players by their ids; of many entries a few people are the writers. */
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
