import { toCsvLine } from "@clanhall/contract/csv";
import type { QueryClient } from "@tanstack/react-query";
import { saveFile } from "../../lib/files.ts";
import { randomId } from "../../lib/hooks.ts";
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

interface RowsPage<Row> {
  items: Row[];
  next_cursor: string | null;
}

/** As many as a call answers with. */
const pageMax = 200;

/** The rows of all pages. Each is a query of its own, so that one that does not come is asked for again. */
export async function loadAll<Row>(queries: QueryClient, load: LoadPage<RowsPage<Row>>): Promise<Row[]> {
  const file = randomId();
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const at = { limit: pageMax, ...(cursor && { cursor }) };
    const page: RowsPage<Row> = await queries.fetchQuery({
      queryKey: ["file", file, cursor],
      queryFn: ({ signal }) => load(at, { signal }),
      gcTime: 0,
    });
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return rows;
}
