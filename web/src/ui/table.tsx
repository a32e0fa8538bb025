import type { ReactNode } from "react";
import { joined } from "./core/layout.tsx";
import styles from "./table.module.css";
import { Disclosure } from "./card.tsx";

interface TableProps {
  className?: string | undefined;
  /** Cells with a number have `data-number`. */
  children: ReactNode;
}

/** A short table among texts; names in it break. */
export function Table({ className, children }: TableProps) {
  return <table className={joined(styles.plain, className)}>{children}</table>;
}

interface FramedTableProps extends TableProps {
  label: string;
  /** It stands on the page as a card does, in its whole length. */
  isWhole?: boolean;
}

/** A table as wide and as long as it may be, in a frame that scrolls by itself. */
export function FramedTable({ label, isWhole, className, children }: FramedTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the frame scrolls, so the keyboard has to reach it
    <section className={styles.frame} data-whole={isWhole || undefined} aria-label={label} tabIndex={0}>
      <table className={joined(styles.table, className)}>{children}</table>
    </section>
  );
}

interface DataTableProps {
  caption: string;
  head: string[];
  /** The first of each row names it. */
  rows: string[][];
}

/** The numbers behind a chart, for those who would rather read or copy them. */
export function DataTable({ caption, head, rows }: DataTableProps) {
  const columns = head.map((name, position) => ({ name, key: `${position} ${name}` }));
  const lines = rows.map(([name = "", ...cells], position) => ({ name, cells, key: `${position} ${name}` }));
  return (
    <Disclosure summary="Data table">
      <FramedTable label={caption}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, name }, position) => (
              <th key={key} scope="col" data-number={position > 0 || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]?.key} data-number>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FramedTable>
    </Disclosure>
  );
}
