import type { Activity } from "@clanhall/contract/activities";
import { plural } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import list from "../../ui/list.module.css";
import styles from "./activities.module.css";
import { NameCell } from "./activity-cells.tsx";

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
            <span className={list.note}>{plural(row.entry_count, "entry", "entries")}</span>
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
