import {
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/core/button.tsx";
import { Row } from "../../../ui/core/layout.tsx";
import { Notice } from "../../../ui/core/notice.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import type { RefusalAction } from "../sheet/access.ts";
import type { CellAt } from "../sheet/cell-store.ts";
import type { Sheet } from "../sheet/day-sheet.ts";
import { GridBody, GridTotals } from "./body.tsx";
import { CellEditor, CellNote } from "./cell-note.tsx";
import styles from "./grid.module.css";
import { GridHead } from "./head.tsx";
import { useGridInput } from "./input.ts";
import {
  activeCell,
  cellId,
  connectStore,
  createGridStore,
  focusGrid,
  type GridOrder,
  type GridStore,
  type NamesPaste,
  type Report,
  say,
  select,
  showRows,
  type WrongCell,
} from "./state.ts";
import { useView } from "./view.ts";

const SetColumnDialog = lazyDialog(async () => (await import("./set-column.tsx")).SetColumnDialog);

interface EntryGridProps {
  sheet: Sheet;
  /** Rows shown, as positions in the sheet's members. */
  rows: number[];
  /** Where the rows can be put elsewhere. */
  order?: GridOrder | undefined;
  label: string;
  /** Shows what a cell's number is made of. */
  onOpenCell?: (at: CellAt) => void;
  /** What somebody chose to do about a cell that cannot be written. */
  onRefusalAction?: (action: RefusalAction) => void;
  onPasteNames?: (paste: NamesPaste) => void;
}

/** The day as a spreadsheet. Everything in it is drawn and written through the sheet. */
export function EntryGrid(props: EntryGridProps) {
  const { sheet, rows, order, label, onOpenCell, onRefusalAction, onPasteNames } = props;
  const id = useId();
  const store = useMemo(() => createGridStore(sheet, id), [sheet, id]);
  const [isNear, setNear] = useState(false);
  const [column, setColumn] = useState<number | null>(null);
  useLayoutEffect(() => showRows(store, rows), [store, rows]);
  useLayoutEffect(() => {
    connectStore(store, { order: order ?? null, onPasteNames: onPasteNames ?? null });
  });
  useCellErrors(store);
  const latest = useRef(onOpenCell);
  useLayoutEffect(() => {
    latest.current = onOpenCell;
  });
  // One function for good, so that a page that is drawn again draws no cells.
  const openCell = useCallback((at: CellAt) => latest.current?.(at), []);
  return (
    <div
      className={styles.whole}
      data-near={isNear || undefined}
      onFocus={() => setNear(true)}
      onBlur={({ currentTarget, relatedTarget }) => setNear(currentTarget.contains(relatedTarget))}
    >
      <Announcements store={store} />
      <Frame
        store={store}
        rows={rows}
        sorted={order?.byColumn ?? null}
        ranks={order?.ranks}
        label={label}
        onOpenCell={onOpenCell && openCell}
        onSetColumn={setColumn}
      />
      <Legend />
      <CellNote store={store} isNear={isNear} onRefusalAction={onRefusalAction} />
      {column !== null && (
        <SetColumnDialog
          store={store}
          column={column}
          onClose={() => {
            setColumn(null);
            queueMicrotask(() => focusGrid(store));
          }}
        />
      )}
    </div>
  );
}

/** What the marks in the cells mean. */
function Legend() {
  return (
    <Row tight dim gap={5} size="xs" wrap="never" className={styles.legend}>
      {["edited", "late", "disputed", "missing"].map((mark) => (
        <Row as="span" gap={2} key={mark}>
          <i data-mark={mark} /> {mark}
        </Row>
      ))}
      <span>
        <b>–</b> not due
      </span>
      <span>
        Keys <kbd>?</kbd>
      </span>
    </Row>
  );
}

interface FrameProps extends Pick<EntryGridProps, "rows" | "label"> {
  store: GridStore;
  sorted: GridOrder["byColumn"];
  ranks: GridOrder["ranks"] | undefined;
  onOpenCell: ((at: CellAt) => void) | undefined;
  onSetColumn: (column: number) => void;
}

function Frame({ store, rows, sorted, ranks, label, onOpenCell, onSetColumn }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { columns, rows: rowsShown, columnsShown, isCovering, pageRows, onScroll } = useView(frame, store, rows.length);
  const grid = useRef<HTMLDivElement>(null);
  useActive(grid, store);
  const input = useGridInput(store, pageRows, onOpenCell);
  const { sheet } = store;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the grid and of its field
    <div ref={frame} className={styles.frame} onScroll={onScroll} {...input}>
      <div
        ref={grid}
        id={store.id}
        role="grid"
        tabIndex={0}
        className={styles.grid}
        style={{ width: columns.total }}
        data-narrow={!columns.arePointsSticky || undefined}
        data-covering={isCovering || undefined}
        aria-label={label}
        aria-describedby={`${store.id}-hint`}
        aria-rowcount={rows.length + 2}
        aria-colcount={sheet.activities.length + 2}
        aria-multiselectable
      >
        <GridHead
          store={store}
          columns={columns}
          shown={columnsShown}
          canWrite={sheet.day.window.can_write}
          sorted={sorted}
          onSet={onSetColumn}
        />
        <GridBody
          store={store}
          rows={rows}
          columns={columns}
          rowsShown={rowsShown}
          columnsShown={columnsShown}
          ranks={ranks}
          onOpenCell={onOpenCell}
        />
        <GridTotals sheet={sheet} rowCount={rows.length} columns={columns} shown={columnsShown} />
      </div>
      <CellEditor store={store} columns={columns} />
    </div>
  );
}

/** Names the active cell without drawing the grid around it. */
function useActive(grid: RefObject<HTMLElement | null>, store: GridStore): void {
  useLayoutEffect(() => {
    const name = () => {
      const at = activeCell(store);
      if (at) grid.current?.setAttribute("aria-activedescendant", cellId(store, at));
      else grid.current?.removeAttribute("aria-activedescendant");
    };
    name();
    return store.subscribe(name);
  }, [grid, store]);
}

/** What only those hear who do not see the grid, and what a change left out. */
function Announcements({ store }: { store: GridStore }) {
  const said = useSaid(store);
  const report = useSyncExternalStore(store.subscribe, () => store.read().report);
  return (
    <>
      <p id={`${store.id}-hint`} className="visually-hidden">
        Type to write, Enter moves down, Tab moves right. x is excused, Delete clears, F2 corrects, M goes to the next
        missing value. Alt and Enter opens a cell’s details, Alt and Down its question, Alt and Up the column’s menu.
        Escape and then Tab leaves the grid.
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <SkippedCells store={store} report={report} />
    </>
  );
}

const sayAfterMs = 200;

/** Words follow a moment after what they are about is to be seen. */
function useSaid(store: GridStore): string {
  const [said, setSaid] = useState("");
  useEffect(() => {
    let heard = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      const { said: text } = store.read();
      if (text === heard) return;
      heard = text;
      clearTimeout(timer);
      timer = setTimeout(() => setSaid(text), sayAfterMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return said;
}

/** Says aloud when cells fail, meet somebody else's change or look unusual. */
function useCellErrors(store: GridStore): void {
  useEffect(() => {
    const { sheet } = store;
    let before = countErrors(sheet);
    return sheet.subscribe(-1, () => {
      const now = countErrors(sheet);
      const more = now.flatMap(([count, text], index) =>
        count > (before[index]?.[0] ?? 0) ? [`${count} ${text}`] : [],
      );
      before = now;
      if (more.length > 0) say(store, `${more.join(", ")}.`);
    });
  }, [store]);
}

function countErrors(sheet: Sheet): [count: number, text: string][] {
  const { failed, conflicts, needsConfirmation } = sheet.counts();
  return [
    [failed, "not saved"],
    [conflicts, "also changed by someone else"],
    [needsConfirmation, "to check"],
  ];
}

const listedMost = 20;

/** What a paste or another large change left as it was, and why. */
function SkippedCells({ store, report }: { store: GridStore; report: Report | null }) {
  return <div role="status">{report && <SkippedReport store={store} report={report} />}</div>;
}

function SkippedReport({ store, report }: { store: GridStore; report: Report }) {
  const { changed, wrong, readOnly, clipped } = report;
  const close = () => {
    store.set({ report: null });
    focusGrid(store);
  };
  return (
    <Notice tone="warning">
      <p>
        <strong>{plural(changed, "value")} changed.</strong>
        {readOnly > 0 && ` ${plural(readOnly, "value")} skipped: you cannot change them.`}
        {clipped > 0 && ` ${plural(clipped, "value")} did not fit into the grid.`}
        {wrong.length > 0 && ` ${plural(wrong.length, "value")} could not be read and stayed as before:`}
      </p>
      {wrong.length > 0 && (
        <ul className="bulleted scrolls">
          {wrong.slice(0, listedMost).map((cell) => (
            <li key={`${cell.row}-${cell.column}`}>
              <Button variant="plain" size="sm" onClick={() => goTo(store, cell)}>
                {store.sheet.members[cell.row]?.name}, {store.sheet.activities[cell.column]?.name}
              </Button>
              {`: “${shorten(cell.text)}”. ${cell.problem}`}
            </li>
          ))}
          {wrong.length > listedMost && <li>and {wrong.length - listedMost} more</li>}
        </ul>
      )}
      <Button size="sm" onClick={close}>
        Close
      </Button>
    </Notice>
  );
}

function goTo(store: GridStore, { row, column }: WrongCell): void {
  const index = store.read().rows.indexOf(row);
  if (index !== -1) select(store, { row: index, column });
  focusGrid(store);
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > 30 ? `${characters.slice(0, 30).join("")}…` : text;
}
