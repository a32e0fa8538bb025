import type { Activity } from "@clanhall/contract/activities";
import { valueTypeNames } from "../../domain/formats.ts";
import { formatFixed, formatNumber } from "../../lib/format.ts";
import { IconBadge } from "../../ui/icon-badge.tsx";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { Muted, Row } from "../../ui/core/layout.tsx";
import styles from "./activities.module.css";
import { entryByNames, targetText, weekdaysText } from "./format.ts";

export const activityColumns: Column<Activity>[] = [
  {
    key: "activity",
    label: "Activity",
    card: "title",
    icon: (row) => <ActivityMark row={row} />,
    cell: ({ name, description }) => <span title={description || undefined}>{name}</span>,
    note: labelsOf,
  },
  {
    key: "value",
    label: "Value",
    cell: ({ value_type, unit }) => (
      <>
        {valueTypeNames[value_type]}
        {unit && <Muted> {unit}</Muted>}
      </>
    ),
  },
  {
    key: "points",
    label: "Points",
    align: "end",
    card: "figure",
    number: ({ points_per_unit }) => points_per_unit,
    cell: ({ points_per_unit }, decimals = 2) => formatFixed(points_per_unit, decimals),
  },
  {
    key: "target",
    label: "Target",
    card: "fact",
    cell: targetText,
    phone: (row) => `target ${targetText(row)}`,
    isEmpty: (row) => targetText(row) === "—",
  },
  { key: "due", label: "Due", card: "fact", cell: ({ weekdays }) => weekdaysText(weekdays) },
  { key: "entered_by", label: "Entered by", cell: ({ entry_by }) => entryByNames[entry_by] },
  { key: "public", label: "Public", cell: (row) => <PublicCell isPublic={row.public} /> },
  { key: "entries", label: "Entries", align: "end", cell: ({ entry_count }) => formatNumber(entry_count) },
];

export function ActivityMark({ row: { icon, color, name } }: { row: Activity }) {
  return <IconBadge icon={icon} color={color} name={name} />;
}

/** Its short label where that is not its name, and its category where it has one. */
export function labelsOf({ name, short_label, category }: Activity): string {
  return [short_label === name ? "" : short_label, category].filter(Boolean).join(" · ");
}

function PublicCell({ isPublic }: { isPublic: boolean }) {
  if (!isPublic) return <Muted>No</Muted>;
  return (
    <Row as="span" gap={2} nowrap className={styles.public}>
      <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="m3 8.5 3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      Yes
    </Row>
  );
}
