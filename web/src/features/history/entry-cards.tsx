import type { HistoryRow } from "@clanhall/contract/entry-history";
import { formatClanDate, plural } from "../../lib/format.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { CellButton, Flags } from "./entry-rows.tsx";
import { toCell } from "./address.ts";
import { sourceNames } from "./format.ts";
import type { Look } from "./context.tsx";
import styles from "./table.module.css";

/** The same entries for a narrow screen, one below the other. */
export function EntryCards({ look, rows }: { look: Look; rows: HistoryRow[] }) {
  return (
    <ul className={styles.cards} aria-label="Entries">
      {rows.map((row) => (
        <li key={toCell(row)} className={styles.entry}>
          <div className={styles.entryHead}>
            <strong>{row.member_name}</strong>
            <CellButton look={look} row={row} />
          </div>
          <p>
            {row.activity_name} · {formatClanDate(row.day)} · {plural(row.points, "point")} <Flags row={row} />
          </p>
          {row.entered_at && row.source && (
            <p className={styles.who}>
              {row.entered_by_name}, <RelativeTime iso={row.entered_at} /> · {sourceNames[row.source].toLowerCase()}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
