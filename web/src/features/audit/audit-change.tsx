import type { AuditRow } from "@clanhall/contract/audit";
import styles from "./audit.module.css";
import { toFieldChanges } from "./format.ts";

/** What became of what, field by field. */
export function AuditChange({ row }: { row: AuditRow }) {
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
