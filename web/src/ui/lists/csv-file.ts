import { toCsvLine } from "@clanhall/contract/csv";
import { saveFile } from "../../lib/files.ts";
import type { LoadPage } from "../../lib/paged.ts";

type Cell = Parameters<typeof toCsvLine>[0][number];
/** Which fields can stand in a cell as they are. */
type PlainField<Row> = { [Name in keyof Row & string]: Row[Name] extends Cell ? Name : never }[keyof Row & string];

/** What stands in each column of a file: headings as the API names its fields, days and times in ISO form. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

export function fieldColumns<Row extends object>(...names: PlainField<Row>[]): CsvColumns<Row> {
  return Object.fromEntries(names.map((name) => [name, (row: Row) => row[name] as Cell]));
}

/** Hands rows to the person as a file of today. */
export function saveCsv<Row>(name: string, rows: Row[], columns: CsvColumns<Row>): void {
  const lines = rows.map((row) => toCsvLine(Object.values(columns).map((cell) => cell(row))));
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`${name}-${day}.csv`, [toCsvLine(Object.keys(columns)), ...lines].join(""), "text/csv");
}

/** The rows of all pages. */
export async function loadAll<Row>(load: LoadPage<{ items: Row[]; next_cursor: string | null }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { items: Row[]; next_cursor: string | null } = await load(cursor ? { cursor } : {}, {});
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return rows;
}
