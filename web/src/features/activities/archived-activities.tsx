import type { Activity } from "@clanhall/contract/activities";
import buttons from "../../ui/button.module.css";
import list from "../../ui/list.module.css";
import styles from "./activities.module.css";
import { NameCell } from "./activity-cells.tsx";
import { entriesText } from "./format.ts";

interface ArchivedActivitiesProps {
  rows: Activity[];
  /** Null for those who only read. */
  onReactivate: ((row: Activity) => void) | null;
}

export function ArchivedActivities({ rows, onReactivate }: ArchivedActivitiesProps) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.archived} aria-labelledby="archived">
      <h2 id="archived">Archived</h2>
      <p className={list.note}>Nothing of these is due. What was entered stays in the history.</p>
      <ul className={list.plainList}>
        {rows.map((row) => (
          <li key={row.id} className={list.line}>
            <NameCell row={row} />
            <span className={list.note}>{entriesText(row.entry_count)}</span>
            {onReactivate && (
              <button type="button" className={buttons.secondary} onClick={() => onReactivate(row)}>
                Make active again<span className="unseen"> {row.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
