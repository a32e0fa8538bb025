import type { AuditRow } from "@clanhall/contract/audit";
import { Button } from "../../ui/core/button.tsx";
import { useMediaQuery } from "../../lib/media.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./audit.module.css";
import { toFieldChanges } from "./format.ts";
import { actionText, sourceNames } from "./format.ts";

/** A table where there is room for one, else one card for each row. */
export function AuditRows({ rows }: { rows: AuditRow[] }) {
  const isNarrow = useMediaQuery("(max-width: 47.99em)");
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

function Who({ row: { actor, actor_kind, source } }: { row: AuditRow }) {
  return (
    <>
      {actor ?? (actor_kind === "system" ? "System" : "Former member")}
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

/** What became of what, field by field. */
function AuditChange({ row }: { row: AuditRow }) {
  const changes = toFieldChanges(row);
  return (
    <>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={styles.change}>
          <span className={styles.field}>{field}: </span>
          {before !== null && <del>{before}</del>}
          {before !== null && after !== null && <span aria-hidden> → </span>}
          {after !== null && <ins>{after}</ins>}
        </div>
      ))}
      {row.reason && <div className={styles.change}>Reason: {row.reason}</div>}
    </>
  );
}

/** Nothing to list: none at all yet, or none that matches. */
export function NoAuditRows({ filters }: { filters: { isFiltered: boolean; clear: () => void } }) {
  if (!filters.isFiltered)
    return <p className={styles.note}>Nothing happened yet. Every change will be listed here.</p>;
  return (
    <div className={styles.actions}>
      <p className={styles.note}>Nothing matches.</p>
      <Button onClick={filters.clear}>Clear filters</Button>
    </div>
  );
}
