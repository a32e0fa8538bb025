import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../db/tables.ts";
import { type CellRange, costOn, entriesOf, isDueOn, isWanted } from "./cells.queries.ts";

/** What the entries of one row and column come to. */
export interface EntrySums {
  row: number;
  column: number;
  /** Wanted entries with a value. */
  entered: number;
  /** Of the wanted entries on due cells: all, and those of each outcome. */
  due: number;
  met: number;
  partly: number;
  excused: number;
  points: number;
  /** All entries on due cells, wanted or not: those cells are not missing; and what they would cost, in hundredths. */
  taken: number;
  taken_costs: number;
  value_sum: number | null;
  best: number | null;
  days_done: number;
  /** The value of the latest day, as the number of the day and then the value, so that the highest is the latest. */
  latest: number | null;
}

/** By what a table's rows or columns are told apart: players, activities, or the place that each day has. */
export type SumKey = "member" | "activity" | number[];

interface SumWish {
  rows: SumKey;
  columns: SumKey;
  withValues: boolean;
}

/**
 * Sums over the entries of a range, one for each row and column that has any. `offset 0` keeps the database from working
 * out anew, for every sum, what each entry is.
 */
export async function sumEntries(db: Db, range: CellRange, wish: SumWish): Promise<EntrySums[]> {
  const { rows: sums } = await sql<EntrySums>`
    select row, "column",
      count(value) filter (where is_wanted) as entered,
      count(*) filter (where is_due and is_wanted) as due,
      count(*) filter (where is_due and is_wanted and is_met) as met,
      count(*) filter (where is_due and is_wanted and not is_met and value > 0) as partly,
      count(*) filter (where is_due and is_wanted and value is null) as excused,
      coalesce(sum(points) filter (where is_wanted), 0) as points,
      count(*) filter (where is_due) as taken,
      coalesce(sum(cost) filter (where is_due), 0) as taken_costs,
      ${wish.withValues ? sumsOfValues : noValues}
    from (
      select ${placeOf(wish.rows, range)} as row, ${placeOf(wish.columns, range)} as "column",
        entry.value, entry.points, entry.is_met, entry.day - ${range.since}::date as passed,
        ${isDueOn("entry.day", range)} as is_due, ${costOn("entry.day", range)} as cost,
        ${isWanted("entry", range.wanted)} as is_wanted
      from ${entriesOf(range)}
      offset 0
    ) as cell
    group by row, "column"
  `.execute(db);
  return sums;
}

const noValues = sql`null as value_sum, null as best, 0 as days_done, null as latest`;

const sumsOfValues = sql`
  sum(value) filter (where is_wanted) as value_sum,
  max(value) filter (where is_wanted) as best,
  count(*) filter (where is_wanted and value > 0) as days_done,
  max(passed * 1000000000000 + 100000000000 + (value * 100)::bigint) filter (where is_wanted) as latest`;

function placeOf(key: SumKey, { since }: CellRange): RawBuilder<number> {
  if (key === "member") return sql`player.place`;
  if (key === "activity") return sql`task.place`;
  return sql`(${key}::int[])[entry.day - ${since}::date + 1]`;
}
