import { decimalsOf } from "@clanhall/contract/rules/score-text";
import { addUp } from "@clanhall/contract/rules/scoring";
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { formatCellPoints } from "../format.ts";
import { type CellAt, wholeSheet } from "../sheet/cell-store.ts";
import type { Sheet } from "../sheet/day-sheet.ts";
import type { GridStore } from "./state.ts";

const pauseMs = 150;

/** New rows that are drawn together while somebody types on without a pause: each time costs a frame more. */
const rowsAtOnce = 6;

/** Scrolling less than this draws nothing anew. */
const columnStep = 60;

interface GridView {
  columns: Columns;
  rows: Span;
  columnsShown: Span;
  /** Columns lie beneath the points. */
  isCovering: boolean;
  pageRows: () => number;
  onScroll: () => void;
}

/** What of the grid is in the frame. It scrolls where the store's cell goes, and draws anew only for another row or column. */
export function useView(frame: RefObject<HTMLElement | null>, store: GridStore, rowCount: number): GridView {
  const { activities } = store.sheet;
  const size = useSize(frame);
  const pointsWidth = usePointsWidth(store.sheet);
  const columns = useMemo(() => layColumns(activities, size.width, pointsWidth), [activities, size.width, pointsWidth]);
  const [top, setTop] = useState(0);
  const [left, setLeft] = useState(0);
  const scrolled = useRef({ top: 0, left: 0 });
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onScroll = () => {
    if (!frame.current) return;
    const { scrollTop, scrollLeft } = frame.current;
    scrolled.current = { top: scrollTop, left: scrollLeft };
    const next = {
      top: Math.floor(scrollTop / rowHeight) * rowHeight,
      left: isAtEnd(scrollLeft, size.width, columns) ? scrollLeft : Math.floor(scrollLeft / columnStep) * columnStep,
    };
    const draw = () => {
      setTop(next.top);
      setLeft(next.left);
    };
    clearTimeout(pause.current);
    const far = Math.abs(next.top - top) / rowHeight;
    // While spare rows are there, new ones wait until whoever types or scrolls pauses, or come a few at a time: a key
    // that arrives with them does not wait for a whole screen.
    if (far > spareRows || next.left !== left) draw();
    else if (far >= rowsAtOnce) startTransition(draw);
    else pause.current = setTimeout(draw, pauseMs);
  };
  useFollow(store, () => {
    const { top: topNow, left: leftNow } = scrolled.current;
    const goal = scrollToShow(store.read().shown, { ...scrolled.current, ...size }, columns);
    if (goal.top === topNow && goal.left === leftNow) return;
    // Known before the frame tells: the next key may be faster.
    scrolled.current = goal;
    // Scrolling lays out the page at once: it comes last, so that this is not done twice.
    queueMicrotask(() => frame.current?.scrollTo(goal.left, goal.top));
  });
  const view = { top, left, width: size.width + columnStep, height: size.height + rowHeight };
  const rows = rowsInSight(view, rowCount);
  const shown = columnsInSight(view, columns);
  return {
    columns,
    rows,
    columnsShown: useMemo(() => ({ from: shown.from, to: shown.to }), [shown.from, shown.to]),
    isCovering: columns.arePointsSticky && !isAtEnd(left, size.width, columns),
    pageRows: () => Math.max(1, Math.floor((size.height - headHeight - totalsHeight) / rowHeight) - 1),
    onScroll,
  };
}

/** A guess before the frame is measured. */
const usual = { width: 1200, height: 800 };

function useSize(frame: RefObject<HTMLElement | null>): typeof usual {
  const [size, setSize] = useState(usual);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0)
        setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** Drawn anew only for another width. */
function usePointsWidth(sheet: Sheet): number {
  const subscribe = useCallback((listener: () => void) => sheet.subscribe(wholeSheet, listener), [sheet]);
  return useSyncExternalStore(subscribe, () => widthOfPoints(sheet.members.map((_, row) => sheet.pointsOf(row))));
}

function useFollow(store: GridStore, follow: () => void): void {
  const latest = useRef(follow);
  useLayoutEffect(() => {
    latest.current = follow;
  });
  useEffect(() => {
    let { shown } = store.read();
    return store.subscribe(() => {
      if (store.read().shown === shown) return;
      ({ shown } = store.read());
      latest.current();
    });
  }, [store]);
}

export const rowHeight = 40;
export const headHeight = 62;
export const totalsHeight = 44;

/** Where the columns stand, in pixels from the left edge of the grid. */
export interface Columns {
  nameWidth: number;
  pointsWidth: number;
  /** The points stay in sight at the right where there is room for them. */
  arePointsSticky: boolean;
  starts: number[];
  widths: number[];
  total: number;
}

interface Label {
  short_label: string;
}

const narrowest = 112;

/** Columns as wide as their names need, and wider where the frame has room to spare. */
export function layColumns(labels: Label[], frameWidth: number, pointsWidth: number): Columns {
  const isNarrow = frameWidth < 720;
  const nameWidth = isNarrow ? 168 : 222;
  const needed = labels.map(widthOf);
  const spare = Math.max(0, frameWidth - nameWidth - pointsWidth - sumOf(needed));
  const widths = needed.map((width) => width + Math.floor(spare / labels.length));
  const rest = spare - Math.floor(spare / labels.length) * labels.length;
  if (widths.length > 0) widths[widths.length - 1] = (widths.at(-1) ?? 0) + rest;
  let start = nameWidth;
  const starts = widths.map((width) => (start += width) - width);
  return { nameWidth, pointsWidth, arePointsSticky: !isNarrow, starts, widths, total: start + pointsWidth };
}

function widthOf({ short_label }: Label): number {
  return Math.max(narrowest, Math.min(short_label.length * 9 + 72, 192));
}

/** Of the points and their sum, all with the same decimals; only the outermost may be the longest. */
export function widthOfPoints(points: number[]): number {
  const decimals = decimalsOf(points);
  const lengths = [Math.min(...points), Math.max(...points), addUp(points)].map(
    (amount) => formatCellPoints(amount, decimals).length,
  );
  return Math.max(narrowest, Math.max(...lengths) * 9 + 28);
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** What the frame shows now. */
export interface View {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** First and last, both within. */
export interface Span {
  from: number;
  to: number;
}

const spareRows = 8;
const spareColumns = 1;

export function rowsInSight({ top, height }: View, count: number): Span {
  const from = Math.floor(top / rowHeight) - spareRows;
  const to = Math.ceil((top + height - headHeight) / rowHeight) + spareRows;
  return { from: Math.max(0, from), to: Math.min(count - 1, to) };
}

export function columnsInSight({ left, width }: View, { starts, widths, nameWidth }: Columns): Span {
  const first = starts.findIndex((start, column) => start + (widths[column] ?? 0) > left + nameWidth);
  const last = starts.findLastIndex((start) => start < left + width);
  return { from: Math.max(0, first - spareColumns), to: Math.min(starts.length - 1, last + spareColumns) };
}

/** Nothing more is to the right. A browser may round where it scrolls to. */
export function isAtEnd(left: number, width: number, { total }: Columns): boolean {
  return left + width >= total - 1;
}

/** Where to scroll so that a cell is not behind the head, the names, the points or the totals. */
export function scrollToShow(at: CellAt, view: View, columns: Columns): { top: number; left: number } {
  const start = columns.starts[at.column] ?? 0;
  const right = columns.arePointsSticky ? columns.pointsWidth : 0;
  return {
    top: nearest(view.top, at.row * rowHeight, rowHeight, view.height - headHeight - totalsHeight),
    left: nearest(
      view.left,
      start - columns.nameWidth,
      columns.widths[at.column] ?? 0,
      view.width - columns.nameWidth - right,
    ),
  };
}

/** Moves a window no farther than needed; its start wins where it is too small. */
function nearest(now: number, start: number, length: number, room: number): number {
  return Math.min(Math.max(now, start + length - room), start);
}

/** The cell at a point of the grid, or the nearest one. */
export function cellAtPoint(x: number, y: number, columns: Columns): CellAt {
  const column = columns.starts.findLastIndex((start) => start <= x);
  return { row: Math.floor((y - headHeight) / rowHeight), column: Math.max(0, column) };
}
