import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Columns,
  columnsInSight,
  headHeight,
  layColumns,
  rowHeight,
  rowsInSight,
  scrollToShow,
  type Span,
  spareRows,
  totalsHeight,
} from "./geometry.ts";
import type { GridStore } from "./state.ts";

const pauseMs = 150;

/** Scrolling less than this draws nothing anew. */
const columnStep = 60;

interface GridView {
  columns: Columns;
  rows: Span;
  columnsShown: Span;
  pageRows: () => number;
  onScroll: () => void;
}

/** What of the grid is in the frame. It scrolls where the store's cell goes, and draws anew only for another row or column. */
export function useView(frame: RefObject<HTMLElement | null>, store: GridStore, rowCount: number): GridView {
  const { activities } = store.sheet;
  const size = useSize(frame);
  const columns = useMemo(() => layColumns(activities, size.width), [activities, size.width]);
  const [top, setTop] = useState(0);
  const [left, setLeft] = useState(0);
  const place = useRef({ top: 0, left: 0 });
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onScroll = () => {
    if (!frame.current) return;
    const { scrollTop, scrollLeft } = frame.current;
    place.current = { top: scrollTop, left: scrollLeft };
    const next = {
      top: Math.floor(scrollTop / rowHeight) * rowHeight,
      left: Math.floor(scrollLeft / columnStep) * columnStep,
    };
    const draw = () => {
      setTop(next.top);
      setLeft(next.left);
    };
    clearTimeout(pause.current);
    const far = Math.abs(next.top - top) / rowHeight;
    // While spare rows are there, new ones wait until whoever types or scrolls pauses.
    if (far > spareRows || next.left !== left) draw();
    else if (far > spareRows * 0.75) startTransition(draw);
    else pause.current = setTimeout(draw, pauseMs);
  };
  useFollow(store, () => {
    const { top: topNow, left: leftNow } = place.current;
    const goal = scrollToShow(store.read().shown, { ...place.current, ...size }, columns);
    if (goal.top === topNow && goal.left === leftNow) return;
    // Known before the frame tells: the next key may be faster.
    place.current = goal;
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
