import type { DayMember } from "@clanhall/contract/days";
import { memo, type ReactNode, useCallback, useSyncExternalStore } from "react";
import { useIsDisputed } from "../../../domain/disputes.tsx";
import { formatCellPoints, formatCell } from "../format.ts";
import type { CellAt, CellView, SaveState } from "../sheet/cell-store.ts";
import { describeCell } from "./cell-text.ts";
import { iconStyle } from "../../../ui/core/button.tsx";
import styles from "./grid.module.css";
import { cellId, type GridStore, markOf } from "./state.ts";
import { type Columns, rowHeight, type Span } from "./view.ts";

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
  const mark = useSyncExternalStore(store.subscribeToSelection, () => markOf(store, index));
  const [left = 0, right = -1, active = -1, rests = 0] = mark === "" ? [] : mark.split(",").map(Number);
  const drawn = indexesOf(shown, active);
  const last = drawn.at(-1) ?? 0;
  // No wider than what is drawn in it: a browser paints a row anew with every step that it cannot see the whole of.
  const width = (columns.starts[last] ?? 0) + (columns.widths[last] ?? 0);
  const isDisputed = useIsDisputed();
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.row} style={{ top: index * rowHeight, width }}>
      <div role="rowheader" aria-colindex={1} className={styles.spoken}>
        {member.name}
      </div>
      {drawn.map((column, at) => (
        <GridCell
          key={column}
          store={store}
          cell={sheet.cellAt({ row, column })}
          row={row}
          column={column}
          gap={gapBefore(columns, column, drawn[at - 1])}
          width={columns.widths[column] ?? 0}
          isActive={column === active}
          isOpenable={column === active && rests === 1}
          isChosen={column >= left && column <= right}
          isDisputed={isDisputed(member.id, sheet.activities[column]?.id ?? "")}
          isReadOnly={!canWrite || !sheet.canEdit({ row, column })}
          onOpenCell={onOpenCell}
        />
      ))}
      <div role="gridcell" aria-colindex={sheet.activities.length + 2} className={styles.spoken}>
        {formatCellPoints(sheet.pointsOf(row))}
      </div>
    </div>
  );
});

/** Room between a cell and the one drawn before it. Cells in a line are painted faster than cells that are placed. */
function gapBefore({ starts, widths }: Columns, column: number, before = -1): number {
  return (starts[column] ?? 0) - (starts[before] ?? 0) - (widths[before] ?? 0);
}

/** What is in sight, and what is active wherever it is. */
export function indexesOf({ from, to }: Span, ...always: number[]): number[] {
  const inSight = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return [...new Set([...inSight, ...always.filter((column) => column >= 0)])].toSorted((a, b) => a - b);
}

interface GridCellProps extends CellAt {
  store: GridStore;
  cell: CellView;
  gap: number;
  width: number;
  isActive: boolean;
  /** Whether it shows the way to its details. */
  isOpenable: boolean;
  isChosen: boolean;
  isDisputed: boolean;
  isReadOnly: boolean;
  onOpenCell: ((at: CellAt) => void) | undefined;
}

/** One cell. It is drawn again only when what it shows changes. */
const GridCell = memo(function GridCell(props: GridCellProps) {
  const { store, cell, row, column, gap, width, isActive, isOpenable, isChosen, isReadOnly, onOpenCell } = props;
  const { isDisputed } = props;
  const label = describeCell(store.sheet, cell, row, column) + (isDisputed ? ", disputed" : "");
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
      {isDisputed && <span className={styles.disputed} title="Disputed" />}
      {drawContent(store, cell, column)}
    </div>
  );
});

function drawContent(store: GridStore, { state, value }: CellView, column: number): string {
  const activity = store.sheet.activities[column];
  if (state === "missing" || state === "excused") return state;
  return state === "not_due" || value === null || !activity ? "–" : formatCell(activity, value);
}

const signs: Partial<Record<SaveState, string>> = {
  failed: "!",
  conflict: "≠",
  needsConfirmation: "?",
  saving: "",
  waiting: "",
};

/** No component of its own: hundreds of cells are drawn at once. */
function drawMarks({ save, late }: CellView): ReactNode {
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
    <button
      type="button"
      tabIndex={-1}
      className={`${iconStyle} ${styles.open}`}
      aria-label={`Details: ${label}`}
      onClick={onOpen}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
        <circle cx="8" cy="8" r="6.25" />
        <path d="M8 7.5v3.5M8 5v.2" strokeLinecap="round" />
      </svg>
    </button>
  );
}
