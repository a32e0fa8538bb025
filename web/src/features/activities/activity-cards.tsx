import { formatNumber } from "../../lib/format.ts";
import { DragHandle } from "../../ui/drag-handle.tsx";
import { Fact } from "../../ui/fact.tsx";
import list from "../../ui/list.module.css";
import { NameCell, PublicCell, ValueCell } from "./activity-cells.tsx";
import type { ActivityListProps } from "./activity-table.tsx";
import { entryByNames, targetText, weekdaysText } from "./format.ts";

/** The activities on a phone: one card each. */
export function ActivityCards({ rows, reorder, menuOf }: ActivityListProps) {
  return (
    <ul className={`${list.cards} ${list.ordered}`} aria-label="Active activities in their order">
      {rows.map((row) => (
        <li key={row.id} className={list.card} {...reorder?.item(row.id)}>
          <div className={list.cardHead}>
            {reorder && <DragHandle name={row.name} {...reorder.handle(row.id)} />}
            <NameCell row={row} />
            {menuOf?.(row)}
          </div>
          <dl className={list.facts}>
            <Fact label="Value">
              <ValueCell row={row} />
            </Fact>
            <Fact label="Points">{formatNumber(row.points_per_unit)}</Fact>
            {targetText(row) !== "—" && <Fact label="Target">{targetText(row)}</Fact>}
            <Fact label="Due">{weekdaysText(row.weekdays)}</Fact>
            <Fact label="Entered by">{entryByNames[row.entry_by]}</Fact>
            <Fact label="Public">
              <PublicCell isPublic={row.public} />
            </Fact>
            <Fact label="Entries">{formatNumber(row.entry_count)}</Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}
