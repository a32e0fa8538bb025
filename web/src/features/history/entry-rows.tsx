import type { HistoryRow } from "@clanhall/contract/entry-history";
import { formatClanDate, formatNumber } from "../../lib/format.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { toCell } from "./address.ts";
import { contentText, sourceNames } from "./format.ts";
import { activityOf, type Look } from "./context.tsx";
import styles from "./table.module.css";

interface EntryListProps {
  look: Look;
  rows: HistoryRow[];
}

export function EntryRows({ look, rows }: EntryListProps) {
  return (
    // The frame scrolls, so it has to be reachable for those who scroll by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.frame} aria-label="Entries" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Player</th>
            <th scope="col">Activity</th>
            <th scope="col" data-number>
              Value
            </th>
            <th scope="col" data-number>
              Points
            </th>
            <th scope="col">State</th>
            <th scope="col">Entered by</th>
            <th scope="col">When</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={toCell(row)}>
              <td>{formatClanDate(row.day)}</td>
              <th scope="row">{row.member_name}</th>
              <td>{row.activity_name}</td>
              <td data-number>
                <CellButton look={look} row={row} />
              </td>
              <td data-number>{formatNumber(row.points)}</td>
              <td>
                <Flags row={row} />
              </td>
              <td>{row.entered_by_name ?? "–"}</td>
              <td>{row.entered_at ? <RelativeTime iso={row.entered_at} /> : "–"}</td>
              <td>{row.source ? sourceNames[row.source] : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What stands in the cell; leads to everything about it. */
export function CellButton({ look, row }: { look: Look; row: HistoryRow }) {
  return (
    <button type="button" className={styles.cell} onClick={() => look.onShow({ cell: toCell(row) })}>
      <span className="unseen">
        {row.member_name}, {row.activity_name}, {formatClanDate(row.day)}:{" "}
      </span>
      {contentText(activityOf(look, row.activity_id), row)}
    </button>
  );
}

/** Said in words, with a colour beside them. */
export function Flags({ row: { state, outcome, late, edited } }: { row: HistoryRow }) {
  const word = state === "value" ? outcome : state;
  return (
    <span className={styles.flags}>
      {word && (
        <span className={styles.flag} data-word={word}>
          {word}
        </span>
      )}
      {late && <span className={styles.flag}>late</span>}
      {edited && <span className={styles.flag}>edited</span>}
    </span>
  );
}
