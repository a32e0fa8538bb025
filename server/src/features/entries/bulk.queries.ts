import { toCsvLine } from "@clanhall/contract/csv";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

const batch = 2_000;

const columns = [
  "day",
  "member_id",
  "player",
  "activity_id",
  "activity",
  "state",
  "value",
  "points",
  "late",
  "version",
  "entered_by",
  "entered_at",
  "source",
];

type Cell = Record<string, string | number | boolean | Date | null>;

/** A clan's entries as the lines of a CSV file, day by day, read batch by batch. */
export function entryCsvLines(db: Db, clanId: string): AsyncGenerator<string> {
  return csvLines(columns, (after) => listCells(db, clanId, "entries", after));
}

/** Every version of every cell, what was cleared too. */
export function versionCsvLines(db: Db, clanId: string): AsyncGenerator<string> {
  return csvLines([...columns, "reason", "import_id"], (after) => listCells(db, clanId, "entry_versions", after));
}

async function* csvLines(names: string[], load: (after: Cell) => Promise<Cell[]>): AsyncGenerator<string> {
  yield toCsvLine(names);
  const nobody = "00000000-0000-0000-0000-000000000000";
  let after: Cell | undefined = { day: "-infinity", member_id: nobody, activity_id: nobody, version: 0 };
  while (after) {
    const rows: Cell[] = await load(after);
    if (rows.length > 0) yield rows.map((row) => toLine(names, row)).join("");
    after = rows.length === batch ? rows.at(-1) : undefined;
  }
}

function toLine(names: string[], row: Cell): string {
  const cells = names.map((name) => row[name] ?? null);
  return toCsvLine(cells.map((cell) => (cell instanceof Date ? cell.toISOString() : cell)));
}

async function listCells(db: Db, clanId: string, table: "entries" | "entry_versions", after: Cell): Promise<Cell[]> {
  const isEntry = table === "entries" ? sql`cell.state <> 'cleared'` : sql`true`;
  const { rows } = await sql<Cell>`
    select cell.*, member.name as player, activity.name as activity, writer.name as entered_by
    from ${sql.table(table)} as cell
    left join clan_members as member on member.clan_id = cell.clan_id and member.id = cell.member_id
    left join clan_members as writer on writer.clan_id = cell.clan_id and writer.id = cell.entered_by
    left join activities as activity on activity.clan_id = cell.clan_id and activity.id = cell.activity_id
    where cell.clan_id = ${clanId} and ${isEntry} and (cell.day, cell.member_id, cell.activity_id, cell.version)
      > (${after.day}::date, ${after.member_id}::uuid, ${after.activity_id}::uuid, ${after.version}::int)
    order by cell.day, cell.member_id, cell.activity_id, cell.version limit ${batch}
  `.execute(db);
  return rows;
}
