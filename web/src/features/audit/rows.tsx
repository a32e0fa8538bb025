import type { AuditRow } from "@clanhall/contract/audit";
import { Button } from "../../ui/core/button.tsx";
import { useIsPhone } from "../../lib/media.ts";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./audit.module.css";
import { actionText, actorText, sourceNames, toFieldChanges } from "./format.ts";

/** A table where there is room for one, else one card for each row. */
export function AuditRows({ rows }: { rows: AuditRow[] }) {
  const isNarrow = useIsPhone();
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
          <Muted as="div">
            <Who row={row} /> · <RelativeTime iso={row.at} />
          </Muted>
          {!isBrief && <AuditChange row={row} />}
        </li>
      ))}
    </ul>
  );
}

function Who({ row }: { row: AuditRow }) {
  return (
    <>
      {actorText(row)}
      {row.source !== "ui" && <Muted> {sourceNames[row.source]}</Muted>}
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
  if (!filters.isFiltered) return <Muted as="p">Nothing happened yet. Every change will be listed here.</Muted>;
  return (
    <Row>
      <Muted as="p">Nothing matches.</Muted>
      <Button onClick={filters.clear}>Clear filters</Button>
    </Row>
  );
}
