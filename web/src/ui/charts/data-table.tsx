import styles from "./charts.module.css";

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
    <details className={styles.data}>
      <summary>Data table</summary>
      {/* The frame scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.dataFrame} aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ key, name }) => (
                <th key={key} scope="col">
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
                  <td key={columns[index + 1]?.key}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
