import type { Member } from "@clanhall/contract/members";
import { plural } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { canMove, type Viewer } from "./member-rights.ts";
import styles from "./roster.module.css";
import { isActionFor, type MemberAction } from "./use-roster-actions.ts";

interface BulkBarProps {
  selected: Member[];
  viewer: Viewer;
  onAct: (action: MemberAction, rows: Member[]) => void;
  onMerge: (rows: Member[]) => void;
  onClear: () => void;
}

const labels: Record<MemberAction, string> = {
  inactivate: "Inactivate",
  reactivate: "Reactivate",
  "add-group": "Add to group",
  "remove-group": "Take out of group",
  restore: "Restore",
  "mark-removed": "Mark as removed",
};

/** What can be done to all chosen players together. Rows that the viewer may not change are left alone, and that is said. */
export function BulkBar({ selected, viewer, onAct, onMerge, onClear }: BulkBarProps) {
  const rows = selected.filter((row) => canMove(viewer, row));
  const others = selected.length - rows.length;
  const possible = (Object.keys(labels) as MemberAction[]).filter((action) =>
    rows.some((row) => isActionFor(action, row)),
  );
  const canMerge = rows.length === 2 && others === 0 && rows.every(({ status }) => status !== "removed");
  return (
    <section className={styles.bulk} aria-label="Chosen players">
      <p role="status" className={styles.bulkCount}>
        <strong>{plural(selected.length, "player")} chosen</strong>
        {others > 0 && <span> {others === 1 ? "One" : others} of them cannot be changed by you.</span>}
      </p>
      <div className={styles.bulkActions}>
        {possible.map((action) => (
          <button
            key={action}
            type="button"
            className={buttons.secondary}
            onClick={() =>
              onAct(
                action,
                rows.filter((row) => isActionFor(action, row)),
              )
            }
          >
            {labels[action]}
          </button>
        ))}
        {canMerge && (
          <button type="button" className={buttons.secondary} onClick={() => onMerge(rows)}>
            Merge
          </button>
        )}
        <button type="button" className={buttons.plain} onClick={onClear}>
          Clear selection
        </button>
      </div>
    </section>
  );
}
