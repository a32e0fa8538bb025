import type { Member } from "@clanhall/contract/members";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { NameCell } from "./roster-cells.tsx";
import { nameWidth, type RosterColumn, type ToDay } from "./roster-columns.tsx";
import { isSortable, nextSort, type Sort, sortRows } from "./roster-sort.ts";
import styles from "./roster.module.css";
import type { Selection } from "./use-selection.ts";

const rowHeight = 54;

export interface RosterListProps {
  rows: Member[];
  columns: RosterColumn[];
  /** Null for those who only read. */
  selection: Selection | null;
  toDay: ToDay;
  menuOf: (row: Member) => ReactNode;
}

/** The roster as a table. Only the rows in sight are on the page, so that thousands stay quick. */
export function RosterTable({ rows, columns, selection, toDay, menuOf }: RosterListProps) {
  const frame = useRef<HTMLElement>(null);
  const [sort, setSort] = useState<Sort | null>(null);
  const sorted = useMemo(() => sortRows(rows, sort), [rows, sort]);
  // oxlint-disable-next-line react/incompatible-library -- the list draws itself anew on every scroll, as it must
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const inSight = virtual.getVirtualItems();
  const width = columns.reduce((sum, column) => sum + column.width, nameWidth + (selection ? 48 : 0) + 60);
  return (
    // The frame scrolls, so it has to be reachable for those who scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={frame} className={styles.frame} aria-label="Players" tabIndex={0}>
      <table className={styles.table} style={{ minWidth: width }} aria-rowcount={rows.length + 1}>
        <Head
          columns={columns}
          selection={selection}
          sort={sort}
          onSort={(key) => setSort((before) => nextSort(before, key))}
        />
        <tbody>
          <Gap height={inSight[0]?.start ?? 0} />
          {inSight.map(({ index }) => {
            const row = sorted[index];
            return (
              row && (
                <Row
                  key={row.id}
                  row={row}
                  index={index}
                  columns={columns}
                  isSelected={selection ? selection.has(row.id) : null}
                  onToggle={selection?.toggle}
                  toDay={toDay}
                  menuOf={menuOf}
                />
              )
            );
          })}
          <Gap height={virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  );
}

/** Stands in for the rows out of sight. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

interface HeadProps {
  columns: RosterColumn[];
  selection: Selection | null;
  sort: Sort | null;
  onSort: (key: string) => void;
}

function Head({ columns, selection, sort, onSort }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th className={styles.tickCell} scope="col" style={{ width: 48 }}>
            <SelectAll selection={selection} />
          </th>
        )}
        <th
          className={styles.nameCell}
          scope="col"
          data-after-tick={selection ? true : undefined}
          style={{ width: nameWidth }}
        >
          Player
        </th>
        {columns.map(({ key, label, width, isNumber }) => (
          <th key={key} scope="col" data-number={isNumber} aria-sort={directionOf(key, sort)} style={{ width }}>
            {isSortable(key) ? (
              <button type="button" className={styles.sort} onClick={() => onSort(key)}>
                {label}
              </button>
            ) : (
              label
            )}
          </th>
        ))}
        <th className={styles.menuCell} scope="col" style={{ width: 60 }}>
          <span className="unseen">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

function directionOf(key: string, sort: Sort | null) {
  if (!isSortable(key)) return undefined;
  if (sort?.key !== key) return "none";
  return sort.isDown ? "descending" : "ascending";
}

export function SelectAll({ selection }: { selection: Selection }) {
  const box = useRef<HTMLInputElement>(null);
  const { isAll, isSome } = selection;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome && !isAll;
  }, [isAll, isSome]);
  return (
    <label className={styles.tick}>
      <input ref={box} type="checkbox" checked={isAll} onChange={selection.toggleAll} />
      <span className="unseen">Select all players shown</span>
    </label>
  );
}

export function SelectOne({ row, isSelected, onToggle }: { row: Member; isSelected: boolean; onToggle: Toggle }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={isSelected} onChange={() => onToggle(row.id)} />
      <span className="unseen">Select {row.name}</span>
    </label>
  );
}

type Toggle = Selection["toggle"];

interface RowProps {
  row: Member;
  index: number;
  columns: RosterColumn[];
  isSelected: boolean | null;
  onToggle: Toggle | undefined;
  toDay: ToDay;
  menuOf: (row: Member) => ReactNode;
}

const Row = memo(function Row({ row, index, columns, isSelected, onToggle, toDay, menuOf }: RowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      data-status={row.status}
      style={{ height: rowHeight }}
    >
      {isSelected !== null && onToggle && (
        <td className={styles.tickCell}>
          <SelectOne row={row} isSelected={isSelected} onToggle={onToggle} />
        </td>
      )}
      <th className={styles.nameCell} scope="row" data-after-tick={isSelected === null ? undefined : true}>
        <NameCell row={row} />
      </th>
      {columns.map(({ key, cell, isNumber }) => (
        <td key={key} data-number={isNumber}>
          {cell(row, toDay)}
        </td>
      ))}
      <td className={styles.menuCell}>{menuOf(row)}</td>
    </tr>
  );
});
