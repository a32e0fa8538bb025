import type { DayMember } from "@clanhall/contract/days";
import { memo, useCallback, useSyncExternalStore } from "react";
import type { CellAt } from "../sheet.ts";
import { showPoints } from "./cell-text.ts";
import { type Columns, rowHeight, type Span } from "./geometry.ts";
import { GridCell } from "./grid-cell.tsx";
import styles from "./grid.module.css";
import { type GridStore, markOf } from "./state.ts";

interface GridRowProps {
  store: GridStore;
  member: DayMember;
  canWrite: boolean;
  /** Position in the sheet. */
  row: number;
  /** Position among the rows shown. */
  index: number;
  columns: Columns;
  shown: Span;
  onOpenCell: ((at: CellAt) => void) | undefined;
}

/** One player's cells in sight. Listens to its own row alone. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { store, member, canWrite, row, index, columns, shown, onOpenCell } = props;
  const { sheet } = store;
  const subscribe = useCallback((listener: () => void) => sheet.subscribe(row, listener), [sheet, row]);
  useSyncExternalStore(subscribe, () => sheet.versionOf(row));
  const mark = useSyncExternalStore(store.subscribe, () => markOf(store, index));
  const [left = 0, right = -1, active = -1, rests = 0] = mark === "" ? [] : mark.split(",").map(Number);
  const places = placesOf(shown, active);
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.row} style={{ top: index * rowHeight }}>
      <div role="rowheader" aria-colindex={1} className="unseen">
        {member.name}
      </div>
      {places.map((column, place) => (
        <GridCell
          key={column}
          store={store}
          cell={sheet.cellAt({ row, column })}
          row={row}
          column={column}
          gap={gapBefore(columns, column, places[place - 1])}
          width={columns.widths[column] ?? 0}
          isActive={column === active}
          isOpenable={column === active && rests === 1}
          isChosen={column >= left && column <= right}
          isReadOnly={!canWrite || !sheet.canEdit({ row, column })}
          onOpenCell={onOpenCell}
        />
      ))}
      <div role="gridcell" aria-colindex={sheet.activities.length + 2} className="unseen">
        {showPoints(sheet.pointsOf(row))}
      </div>
    </div>
  );
});

/** Room between a cell and the one drawn before it. Cells in a line are painted faster than cells that are placed. */
function gapBefore({ starts, widths }: Columns, column: number, before = -1): number {
  return (starts[column] ?? 0) - (starts[before] ?? 0) - (widths[before] ?? 0);
}

/** What is in sight, and what is active wherever it is. */
export function placesOf({ from, to }: Span, ...always: number[]): number[] {
  const inSight = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
  return [...new Set([...inSight, ...always.filter((column) => column >= 0)])].toSorted((a, b) => a - b);
}
