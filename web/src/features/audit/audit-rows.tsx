import type { AuditRow } from "@clanhall/contract/audit";
import { useMediaQuery } from "../../lib/media.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { AuditChange } from "./audit-change.tsx";
import styles from "./audit.module.css";
import { actionText, sourceNames } from "./format.ts";

/** A table where there is room for one, else one card for each row. */
export function AuditRows({ rows }: { rows: AuditRow[] }) {
  const isNarrow = useMediaQuery("(width < 60em)");
  return isNarrow ? <AuditCards rows={rows} /> : <AuditTable rows={rows} />;
}

function AuditTable({ rows }: { rows: AuditRow[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <RelativeTime iso={row.at} />
            </td>
            <td>
              <Who row={row} />
            </td>
            <td>
              <What row={row} />
            </td>
            <td>
              <AuditChange row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In brief, without what became of what. */
export function AuditCards({ rows, isBrief = false }: { rows: AuditRow[]; isBrief?: boolean }) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id}>
          <What row={row} />
          <div className={styles.note}>
            <Who row={row} /> · <RelativeTime iso={row.at} />
          </div>
          {!isBrief && <AuditChange row={row} />}
        </li>
      ))}
    </ul>
  );
}

function Who({ row: { actor, source } }: { row: AuditRow }) {
  return (
    <>
      {actor ?? "Somebody who left"}
      {source !== "ui" && <span className={styles.note}> {sourceNames[source]}</span>}
    </>
  );
}

function What({ row: { action, target } }: { row: AuditRow }) {
  return (
    <>
      <strong>{actionText(action)}</strong>
      {target && <div>{target}</div>}
    </>
  );
}
