import { memo, type ReactNode } from "react";
import type { CellAt, SaveState, SheetCell } from "../sheet.ts";
import { describeCell, showValue } from "./cell-text.ts";
import styles from "./grid.module.css";
import { cellId, type GridStore } from "./state.ts";

interface GridCellProps extends CellAt {
  store: GridStore;
  cell: SheetCell;
  gap: number;
  width: number;
  isActive: boolean;
  /** Whether it shows the way to its details. */
  isOpenable: boolean;
  isChosen: boolean;
  isReadOnly: boolean;
  onOpenCell: ((at: CellAt) => void) | undefined;
}

/** One cell. It is drawn again only when what it shows changes. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { store, cell, row, column, gap, width, isActive, isOpenable, isChosen, isReadOnly, onOpenCell } = props;
  const label = describeCell(store.sheet, cell, row, column);
  return (
    <div
      role="gridcell"
      id={cellId(store, { row, column })}
      aria-colindex={column + 2}
      aria-label={label}
      aria-selected={isChosen}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a gridcell may say that it is only to be read
      aria-readonly={isReadOnly || undefined}
      aria-invalid={cell.save === "failed" || undefined}
      className={styles.cell}
      data-state={cell.state}
      data-kind={store.sheet.activities[column]?.value_type}
      data-save={cell.save}
      data-edited={cell.edited || undefined}
      data-active={isActive || undefined}
      style={gap === 0 ? { width } : { marginLeft: gap, width }}
    >
      {isOpenable && onOpenCell && <OpenButton label={label} onOpen={() => onOpenCell({ row, column })} />}
      {drawMarks(cell)}
      {drawContent(store, cell, column)}
    </div>
  );
});

function drawContent(store: GridStore, { state, value }: SheetCell, column: number): string {
  const activity = store.sheet.activities[column];
  if (state === "missing" || state === "excused") return state;
  return state === "not_due" || value === null || !activity ? "–" : showValue(activity, value);
}

const signs: Partial<Record<SaveState, string>> = { failed: "!", conflict: "≠", unsure: "?", saving: "", waiting: "" };

/** No component of its own: hundreds of cells are drawn at once. */
function drawMarks({ save, late }: SheetCell): ReactNode {
  if (signs[save] === undefined && !late) return null;
  return (
    <>
      {signs[save] !== undefined && (
        <span className={styles.sign} data-save={save}>
          {signs[save]}
        </span>
      )}
      {late && <span className={styles.late} title="Entered late" />}
    </>
  );
}

/** It comes once somebody rests at the cell: a run of keys need not wait for it. By keyboard it is Alt and Enter. */
function OpenButton({ label, onOpen }: { label: string; onOpen: () => void }) {
  return (
    <button type="button" tabIndex={-1} className={styles.open} aria-label={`Details: ${label}`} onClick={onOpen}>
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
        <circle cx="8" cy="8" r="6.25" />
        <path d="M8 7.5v3.5M8 5v.2" strokeLinecap="round" />
      </svg>
    </button>
  );
}
