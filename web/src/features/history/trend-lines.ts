import type { HistorySum } from "@clanhall/contract/entry-history";
import type { ChartLine } from "../../ui/charts/line-chart.tsx";
import type { SumRow, Summary } from "./api.ts";
import type { Measure } from "./measure.ts";

/** More lines than these cannot be told apart. */
export const linesMax = 6;

/** Those with the most points. */
export function topKeys(rows: SumRow[]): string[] {
  const active = rows.filter(({ sum }) => sum.due > 0 || sum.entered > 0);
  return active
    .toSorted((a, b) => b.sum.points - a.sum.points)
    .slice(0, linesMax)
    .map(({ key }) => key);
}

/** A line for each of the rows, or for those with the most points where they are too many. */
export function linesOf({ rows, columns, cells }: Summary, measure: Measure): ChartLine[] {
  const shown = rows.length > linesMax ? topKeys(rows) : rows.map(({ key }) => key);
  const sums = new Map<string, HistorySum>(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  return rows.flatMap(({ key, label }, row) => {
    if (!shown.includes(key)) return [];
    const values = columns.map((_, column) => {
      const sum = sums.get(`${row} ${column}`);
      return sum ? measure.read(sum) : null;
    });
    return [{ key, name: label, values }];
  });
}

/** What each player came to on average; null where the values cannot be shared out. */
export function meanLine({ rows, members }: Summary, columns: SumRow[], measure: Measure): ChartLine | null {
  const sums = new Map(rows.map(({ key, sum }) => [key, sum]));
  const values = columns.map(({ key }) => {
    const sum = sums.get(key);
    return sum && (sum.due > 0 || sum.entered > 0) ? measure.mean(sum, members) : null;
  });
  return values.some((value) => value !== null) ? { key: "mean", name: "Clan mean", values, isMean: true } : null;
}
