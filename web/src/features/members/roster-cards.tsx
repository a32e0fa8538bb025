import type { Member } from "@clanhall/contract/members";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { NameCell, StatusChip } from "./roster-cells.tsx";
import type { RosterColumn, ToDay } from "./roster-columns.tsx";
import { type RosterListProps, SelectAll, SelectOne } from "./roster-table.tsx";
import styles from "./roster.module.css";

/** The roster on a phone: one card a player, and only those in sight are on the page. */
export function RosterCards({ rows, columns, selection, toDay, menuOf }: RosterListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- the list draws itself anew on every scroll, as it must
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 168,
    getItemKey: (index) => rows[index]?.id ?? index,
    gap: 12,
    overscan: 4,
    scrollMargin: top,
  });
  return (
    <section aria-label="Players">
      {selection && (
        <div className={styles.selectAllLine}>
          <SelectAll selection={selection} />
          <span aria-hidden>Select all</span>
        </div>
      )}
      <ul ref={list} className={styles.cards} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <li
                key={row.id}
                ref={virtual.measureElement}
                data-index={index}
                data-selected={selection?.has(row.id) || undefined}
                className={styles.card}
                style={{ transform: `translateY(${start - top}px)` }}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                <div className={styles.cardHead}>
                  {selection && <SelectOne row={row} isSelected={selection.has(row.id)} onToggle={selection.toggle} />}
                  <NameCell row={row} />
                  {menuOf(row)}
                </div>
                <CardFacts row={row} columns={columns} toDay={toDay} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

/** What is known of the player; what is not stays out, a card has no columns to keep in line. */
function CardFacts({ row, columns, toDay }: { row: Member; columns: RosterColumn[]; toDay: ToDay }) {
  const facts = columns.flatMap((column) => {
    const content = column.key === "status" ? null : column.cell(row, toDay);
    return content === null || content === "—" || isNothing(column.key, row) ? [] : [{ ...column, content }];
  });
  return (
    <>
      {columns.some(({ key }) => key === "status") && row.status !== "active" && <StatusChip status={row.status} />}
      <dl className={styles.facts}>
        {facts.map(({ key, label, content }) => (
          <div key={key} className={styles.fact} data-wide={key === "notes" || key === "groups" || undefined}>
            <dt>{label}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function isNothing(key: string, row: Member): boolean {
  if (key === "groups") return row.groups.length === 0;
  return key === "notes" && row.public_note === "" && !row.officer_note;
}
