import type { ReactNode } from "react";
import { DragHandle } from "../../ui/drag-handle.tsx";
import styles from "./activities.module.css";
import { NameCell, PublicCell, ValueCell } from "./activity-cells.tsx";
import type { ActivityListProps } from "./activity-table.tsx";
import { entryByNames, numberText, targetText, weekdaysText } from "./activity-words.ts";

/** The activities on a phone: one card each. */
export function ActivityCards({ rows, reorder, menuOf }: ActivityListProps) {
  return (
    <ul className={styles.cards} aria-label="Active activities in their order">
      {rows.map((row) => (
        <li key={row.id} className={styles.card} {...reorder?.item(row.id)}>
          <div className={styles.cardHead}>
            {reorder && <DragHandle name={row.name} {...reorder.handle(row.id)} />}
            <NameCell row={row} />
            {menuOf?.(row)}
          </div>
          <dl className={styles.facts}>
            <Fact label="Value">
              <ValueCell row={row} />
            </Fact>
            <Fact label="Points">{numberText(row.points_per_unit)}</Fact>
            {targetText(row) !== "—" && <Fact label="Target">{targetText(row)}</Fact>}
            <Fact label="Due">{weekdaysText(row.weekdays)}</Fact>
            <Fact label="Entered by">{entryByNames[row.entry_by]}</Fact>
            <Fact label="Public">
              <PublicCell isPublic={row.public} />
            </Fact>
            <Fact label="Entries">{numberText(row.entry_count)}</Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
