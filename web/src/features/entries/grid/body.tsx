import { useState, useSyncExternalStore } from "react";
import type { CellAt } from "../sheet.ts";
import { type Columns, rowHeight, type Span } from "./geometry.ts";
import { NameEdge, PointsEdge } from "./grid-edges.tsx";
import styles from "./grid.module.css";
import { GridRow, placesOf } from "./row.tsx";
import type { GridStore } from "./state.ts";
import { useMouse } from "./use-mouse.ts";

interface GridBodyProps {
  store: GridStore;
  rows: number[];
  columns: Columns;
  rowsShown: Span;
  columnsShown: Span;
  onOpenCell: ((at: CellAt) => void) | undefined;
}

/** The rows in sight, and the active one wherever it is. */
export function GridBody({ store, rows, columns, rowsShown, columnsShown, onOpenCell }: GridBodyProps) {
  const far = useSyncExternalStore(store.subscribe, () => farRow(store, rowsShown));
  const { sheet } = store;
  const { members, day } = sheet;
  const places = useSame(placesOf(rowsShown, far));
  const edge = { sheet, rows, places };
  const mouse = useMouse(store, columns);
  return (
    <div role="rowgroup" className={styles.body} style={{ height: rows.length * rowHeight }} {...mouse}>
      <NameEdge {...edge} width={columns.nameWidth} />
      {places.map((index) => {
        const row = rows[index];
        const member = row === undefined ? undefined : members[row];
        return (
          row !== undefined &&
          member && (
            <GridRow
              key={row}
              store={store}
              member={member}
              canWrite={day.window.can_write}
              row={row}
              index={index}
              columns={columns}
              shown={columnsShown}
              onOpenCell={onOpenCell}
            />
          )
        );
      })}
      <PointsEdge {...edge} width={columns.pointsWidth} />
    </div>
  );
}

/** The active row while it is out of sight; a move within what is in sight draws nothing here. */
function farRow(store: GridStore, { from, to }: Span): number {
  const { row } = store.read().selection.anchor;
  return row < from || row > to ? row : -1;
}

/** The list before, while it holds the same: a move within what is drawn draws no edge anew. */
function useSame(places: number[]): number[] {
  const [before, setBefore] = useState(places);
  const isSame = before.length === places.length && before.every((place, at) => place === places[at]);
  if (!isSame) setBefore(places);
  return isSame ? before : places;
}
