import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { Fragment, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "../core/button.tsx";
import { Checkbox } from "../core/checkbox.tsx";
import { type Column, nextSort, type Selection, type Sort, sortRows } from "./data-list-state.ts";
import styles from "./data-list.module.css";
import { Row, Stack, Text } from "../core/layout.tsx";
import { DragHandle, type useReorder } from "../reorder.tsx";

/** Longer lists have only the rows in sight on the page. */
const virtualFrom = 100;
const rowHeight = { table: 40, phone: 56 };

interface BodyProps<Row> {
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  selection?: Selection<Row> | null;
  isDim?: ((row: Row) => boolean) | undefined;
  count?: ReactNode;
  /** Null where rows stay as they are. */
  reorder: ReturnType<typeof useReorder> | null;
  menuOf: ((row: Row) => ReactNode) | null;
}

export function Table<Row>(props: BodyProps<Row>) {
  const { label, columns, selection, reorder, menuOf, rowId } = props;
  const frame = useRef<HTMLElement>(null);
  const caption = useId();
  const [sort, setSort] = useState<Sort | null>(null);
  const rows = useMemo(() => sortRows(props.rows, columns, sort), [props.rows, columns, sort]);
  const isLong = rows.length > virtualFrom && !reorder;
  // oxlint-disable-next-line react/incompatible-library -- the list draws itself anew on every scroll, as it must
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight.table,
    overscan: 10,
  });
  const shown = inSight(rows, isLong, virtual.getVirtualItems(), virtual.getTotalSize());
  return (
    <section
      ref={frame}
      className={styles.frame}
      data-long={isLong || undefined}
      aria-labelledby={caption}
      // The frame scrolls, so it has to be reachable for those who scroll by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <caption id={caption} className="visually-hidden">
          {label}
        </caption>
        <thead>
          <tr aria-rowindex={1}>
            {reorder && <EdgeHead className={styles.handleCell}>Order</EdgeHead>}
            {selection && (
              <th className={styles.tickCell} scope="col">
                <SelectAll selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={() => setSort(nextSort(sort, column.key))} />
            ))}
            {menuOf && <EdgeHead className={styles.menuCell}>Actions</EdgeHead>}
          </tr>
        </thead>
        <tbody>
          {shown.before > 0 && <tr aria-hidden style={{ height: shown.before }} />}
          {shown.rows.map(({ row, index }) => (
            <TableRow key={rowId(row)} {...props} row={row} index={index} measure={virtual.measureElement} />
          ))}
          {shown.after > 0 && <tr aria-hidden style={{ height: shown.after }} />}
        </tbody>
      </table>
    </section>
  );
}

/** The rows to draw, and how much room those before and after them take. */
function inSight<Row>(rows: Row[], isLong: boolean, items: VirtualItem[], total: number) {
  if (!isLong) return { rows: rows.map((row, index) => ({ row, index })), before: 0, after: 0 };
  return {
    rows: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    before: items[0]?.start ?? 0,
    after: total - (items.at(-1)?.end ?? 0),
  };
}

function EdgeHead({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <th className={className} scope="col">
      <span className="visually-hidden">{children}</span>
    </th>
  );
}

function Head<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort | null; onSort: () => void }) {
  const { key, label, width, align, card } = column;
  const direction = sort?.key !== key ? "none" : sort.isDown ? "descending" : "ascending";
  return (
    <th
      scope="col"
      className={card === "title" ? styles.titleCell : undefined}
      data-align={align}
      aria-sort={column.sort ? direction : undefined}
      style={width ? { minWidth: width } : undefined}
    >
      {column.sort ? (
        <button type="button" className={styles.sort} onClick={onSort}>
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface RowProps<Row> extends BodyProps<Row> {
  row: Row;
  index: number;
  measure: (element: Element | null) => void;
}

function TableRow<Row>(props: RowProps<Row>) {
  const { row, index, measure, columns, rowId, rowName, selection, reorder, menuOf, isDim } = props;
  const id = rowId(row);
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-selected={selection?.has(id) || undefined}
      data-dim={isDim?.(row) || undefined}
      {...reorder?.item(id)}
    >
      {reorder && (
        <td className={styles.handleCell}>
          <DragHandle name={rowName(row)} {...reorder.handle(id)} />
        </td>
      )}
      {selection && (
        <td className={styles.tickCell}>
          <SelectOne id={id} name={rowName(row)} selection={selection} />
        </td>
      )}
      {columns.map((column) =>
        column.card === "title" ? (
          <th key={column.key} scope="row" className={styles.titleCell}>
            <TitleLine column={column} row={row} />
          </th>
        ) : (
          <td key={column.key} data-align={column.align}>
            {column.cell(row)}
          </td>
        ),
      )}
      {menuOf && <td className={styles.menuCell}>{menuOf(row)}</td>}
    </tr>
  );
}

function TitleLine<Row>({ column: { icon, cell, note }, row }: { column: Column<Row>; row: Row }) {
  return (
    <Row as="span" nowrap className={styles.titleLine}>
      {icon?.(row)}
      <Text weight={600} wrap="cut" className={styles.title}>
        {cell(row)}
      </Text>
      {note && (
        <Text dim grow size="sm" weight={400} wrap="cut">
          {note(row)}
        </Text>
      )}
    </Row>
  );
}

export function PhoneRows<Row>(props: BodyProps<Row>) {
  const { label, rows, selection, reorder, rowId, count } = props;
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [isSelecting, setSelecting] = useState(false);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const isLong = rows.length > virtualFrom && !reorder;
  // oxlint-disable-next-line react/incompatible-library -- the list draws itself anew on every scroll, as it must
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => rowHeight.phone,
    overscan: 10,
    scrollMargin: top,
  });
  const shown = inSight(rows, isLong, virtual.getVirtualItems(), virtual.getTotalSize() + top);
  const before = isLong ? Math.max(0, shown.before - top) : 0;
  const ticks = selection && (isSelecting || selection.isSome) ? selection : null;
  const leave = () => {
    selection?.clear();
    setSelecting(false);
  };
  return (
    <>
      {(selection || count) && (
        <Row gap={2} nowrap justify="between" className={styles.selectLine}>
          {ticks ? <SelectAll selection={ticks} /> : count}
          {selection && (
            <Button variant="plain" onClick={ticks ? leave : () => setSelecting(true)}>
              {ticks ? "Done" : "Select"}
            </Button>
          )}
        </Row>
      )}
      <ul ref={list} className={styles.phoneRows} aria-label={label}>
        {before > 0 && <li aria-hidden style={{ height: before }} />}
        {shown.rows.map(({ row, index }) => (
          <PhoneRow
            key={rowId(row)}
            {...props}
            selection={ticks}
            row={row}
            index={index}
            measure={virtual.measureElement}
          />
        ))}
        {shown.after > 0 && <li aria-hidden style={{ height: shown.after }} />}
      </ul>
    </>
  );
}

/** The name with what belongs to it, one figure at the end: the rest is on the page of its own that the title opens. */
function PhoneRow<Row>(props: RowProps<Row>) {
  const { row, rows, index, measure, columns, rowId, rowName, selection, reorder, menuOf, isDim } = props;
  const id = rowId(row);
  const known = columns.filter(({ isEmpty }) => !isEmpty?.(row));
  const at = (card: Column<Row>["card"]) => known.filter((column) => column.card === card);
  const title = columns.find(({ card }) => card === "title");
  const [figure] = at("figure");
  const [control] = at("control");
  return (
    <li
      ref={measure}
      className={styles.phoneRow}
      data-index={index}
      data-selected={selection?.has(id) || undefined}
      data-dim={isDim?.(row) || undefined}
      aria-setsize={rows.length}
      aria-posinset={index + 1}
      {...reorder?.item(id)}
    >
      {reorder && <DragHandle name={rowName(row)} {...reorder.handle(id)} />}
      {selection && <SelectOne id={id} name={rowName(row)} selection={selection} />}
      {title?.icon?.(row)}
      <Text as="div" grow>
        <Row gap={2} nowrap size="sm">
          <Text weight={600} wrap="cut" className={styles.title} data-covered>
            {title?.cell(row)}
          </Text>
          {at("badge").map((column) => (
            <Fragment key={column.key}>{(column.phone ?? column.cell)(row)}</Fragment>
          ))}
        </Row>
        <Facts title={title} facts={at("fact")} row={row} />
      </Text>
      {figure && (
        <Stack gap={0} align="end" size="sm" weight={600} wrap="never" className={styles.figure}>
          <span>{(figure.phone ?? figure.cell)(row)}</span>
          <Text dim size="xs" weight={400}>
            {figure.label}
          </Text>
        </Stack>
      )}
      {control && <div className={styles.control}>{control.cell(row)}</div>}
      {menuOf?.(row)}
    </li>
  );
}

interface FactsProps<Row> {
  title: Column<Row> | undefined;
  facts: Column<Row>[];
  row: Row;
}

function Facts<Row>({ title, facts, row }: FactsProps<Row>) {
  const note = (title?.phone ?? title?.note)?.(row);
  const parts = facts.map((column) => ({ key: column.key, content: (column.phone ?? column.cell)(row) }));
  const all = note ? [{ key: "note", content: note }, ...parts] : parts;
  if (all.length === 0) return null;
  return (
    <Text as="div" dim size="sm" wrap="cut">
      {all.map(({ key, content }, index) => (
        <Fragment key={key}>
          {index > 0 && " · "}
          {content}
        </Fragment>
      ))}
    </Text>
  );
}

function SelectAll<Row>({ selection: { isAll, isSome, label, toggleAll } }: { selection: Selection<Row> }) {
  return (
    <div className={styles.tick}>
      <Checkbox
        label={<span className="visually-hidden">{label}</span>}
        checked={isAll}
        indeterminate={isSome && !isAll}
        onChange={toggleAll}
      />
    </div>
  );
}

function SelectOne<Row>({ id, name, selection }: { id: string; name: string; selection: Selection<Row> }) {
  return (
    <div className={styles.tick}>
      <Checkbox
        label={<span className="visually-hidden">Select {name}</span>}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
      />
    </div>
  );
}
