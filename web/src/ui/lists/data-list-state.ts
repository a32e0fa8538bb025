import { type Decimals, decimalsOf } from "@clanhall/contract/rules/score-text";
import { type ReactNode, useMemo, useState } from "react";
import { readStored, writeStored } from "../../lib/shared/storage.ts";

/** One column of a list, and where it stands in the two-line row of a phone. */
export interface Column<Row> {
  key: string;
  label: string;
  /** With the decimals of its column, where that is one of numbers. */
  cell: (row: Row, decimals?: Decimals) => ReactNode;
  /** The number in a cell: all rows show it with as many decimals as the column needs. */
  number?: (row: Row) => number | null;
  /** The least it needs, in pixels, so that rows that come into sight do not move the others. */
  width?: number;
  align?: "end";
  /** What the head sorts by; null is unknown and comes last either way. */
  sort?: (row: Row) => string | number | null;
  /** The title leads the row. On a phone a badge stands beside it, facts below it, a figure or a control at the end. */
  card?: "title" | "badge" | "fact" | "figure" | "control" | "none";
  /** Stands before the title. */
  icon?: (row: Row) => ReactNode;
  /** Dim, after the title; on a phone the first of the facts. */
  note?: (row: Row) => ReactNode;
  /** What a phone says, where there is no head to explain a cell; for the title, in place of its note. */
  phone?: (row: Row) => ReactNode;
  /** A fact that says nothing stays out of a phone's row. */
  isEmpty?: (row: Row) => boolean;
  hideable?: boolean;
  /** Not shown until somebody wants it. */
  isHidden?: boolean;
}

export interface Sort {
  key: string;
  isDown: boolean;
}

/** Lowest first: those need attention. The third time gives back the order the rows came in. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDown: false };
  return sort.isDown ? null : { key, isDown: true };
}

/** What is not known comes last either way; equal rows keep their order. */
export function sortRows<Row>(rows: Row[], columns: Column<Row>[], sort: Sort | null): Row[] {
  const read = columns.find(({ key }) => key === sort?.key)?.sort;
  if (!sort || !read) return rows;
  return rows.toSorted((a, b) => {
    const [first, second] = [read(a), read(b)];
    if (first === second) return 0;
    if (first === null || second === null) return first === null ? 1 : -1;
    return first < second === sort.isDown ? 1 : -1;
  });
}

export interface Selection<Row> {
  selected: Row[];
  isAll: boolean;
  isSome: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
  /** What the box for all rows is called. */
  label: string;
}

/** Which of the rows shown are chosen. A row that is filtered away is no longer chosen: nobody acts on what they cannot see. */
export function useSelection<Row>(rows: Row[], rowId: (row: Row) => string, label: string): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter((row) => chosen.has(rowId(row)));
  const isAll = rows.length > 0 && selected.length === rows.length;
  return {
    selected,
    isAll,
    isSome: selected.length > 0,
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    toggleAll: () => setChosen(new Set(isAll ? [] : rows.map(rowId))),
    clear: () => setChosen(new Set()),
    label,
  };
}

/** Columns of numbers whose cells know how many decimals all of them have. */
export function withDecimals<Row>(columns: Column<Row>[], rows: Row[]): Column<Row>[] {
  return columns.map((column) => {
    const { number, cell } = column;
    if (!number) return column;
    const decimals = decimalsOf(rows.map(number));
    return { ...column, cell: (row) => cell(row, decimals) };
  });
}

export interface ColumnChoice<Row> {
  visible: Column<Row>[];
  hideable: Column<Row>[];
  hidden: string[];
  toggle: (key: string) => void;
}

/** Which columns are shown, kept on this device for each list. */
export function useVisibleColumns<Row>(storageKey: string, columns: Column<Row>[]): ColumnChoice<Row> {
  const [hidden, setHidden] = useState(() => {
    const stored = readStored(storageKey)?.split(",");
    return columns.flatMap(({ key, isHidden = false }) => ((stored?.includes(key) ?? isHidden) ? [key] : []));
  });
  const visible = useMemo(() => columns.filter(({ key }) => !hidden.includes(key)), [columns, hidden]);
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key];
    setHidden(next);
    writeStored(storageKey, next.join(","));
  };
  return { visible, hideable: columns.filter(({ hideable }) => hideable), hidden, toggle };
}
