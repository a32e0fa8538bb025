import styles from "./charts.module.css";

interface DataTableProps {
  caption: string;
  head: string[];
  /** The first of each row names it. */
  rows: string[][];
}

/** The numbers behind a chart, for those who would rather read or copy them. */
export function DataTable({ caption, head, rows }: DataTableProps) {
  return (
    <details className={styles.data}>
      <summary>Data table</summary>
      {/* The frame scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.dataFrame} aria-label={caption} tabIndex={0}>
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={`${index} ${name}`} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], place) => (
              <tr key={`${place} ${name}`}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
