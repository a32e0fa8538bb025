import { toCsvLine } from "@clanhall/contract/csv";

/** All rows, so many at a time: no connection is held while a slow reader reads. */
export async function* batches<Row>(
  size: number,
  load: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows: Row[] = await load(last);
    if (rows.length > 0) yield rows;
    last = rows.length === size ? rows.at(-1) : undefined;
  } while (last);
}

/** Batches of rows as the lines of a CSV file. */
export async function* csvLines<Row>(
  head: readonly string[],
  rows: AsyncIterable<Row[]>,
  toCells: (row: Row) => Parameters<typeof toCsvLine>[0],
): AsyncGenerator<string> {
  yield toCsvLine([...head]);
  for await (const batch of rows) yield batch.map((row) => toCsvLine(toCells(row))).join("");
}
