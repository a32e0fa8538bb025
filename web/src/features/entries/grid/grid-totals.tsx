import { addUp } from "@clanhall/contract/scoring";
import { memo, useMemo } from "react";
import type { Sheet } from "../sheet.ts";
import { useWholeSheet } from "../use-whole-sheet.ts";
import { showPoints, showValue } from "./cell-text.ts";
import { type Columns, type Span, totalsHeight } from "./geometry.ts";
import styles from "./grid.module.css";
import { placesOf } from "./row.tsx";

interface GridTotalsProps {
  sheet: Sheet;
  rowCount: number;
  columns: Columns;
  shown: Span;
}

/** The day's sums, over all its players. They may follow a moment after the key that changed them. */
export function GridTotals({ sheet, ...place }: GridTotalsProps) {
  return <Totals sheet={sheet} version={useWholeSheet(sheet)} {...place} />;
}

const Totals = memo(function Totals(props: GridTotalsProps & { version: number }) {
  const { sheet, version, rowCount, columns, shown } = props;
  const points = useMemo(
    () => showPoints(addUp(sheet.members.map((_, row) => sheet.pointsOf(row)))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the sheet holds
    [sheet, version],
  );
  return (
    <div role="row" aria-rowindex={rowCount + 2} className={styles.totals} style={{ height: totalsHeight }}>
      <div role="rowheader" aria-colindex={1} className={styles.name} style={{ width: columns.nameWidth }}>
        Total
        {rowCount < sheet.members.length && <span className={styles.tag}>all {sheet.members.length}</span>}
      </div>
      {placesOf(shown).map((column) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={column + 2}
          className={styles.cell}
          style={{ left: columns.starts[column], width: columns.widths[column] }}
        >
          {totalWords(sheet, column)}
        </div>
      ))}
      <div
        role="gridcell"
        aria-colindex={sheet.activities.length + 2}
        className={styles.points}
        style={{ width: columns.pointsWidth }}
      >
        {points}
      </div>
    </div>
  );
});

function totalWords(sheet: Sheet, column: number): string {
  const activity = sheet.activities[column];
  const total = sheet.totalOf(column);
  if (!activity) return "";
  return activity.value_type === "yes_no" ? `${total} ✓` : showValue(activity, total);
}
