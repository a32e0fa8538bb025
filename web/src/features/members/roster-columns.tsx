import type { Member } from "@clanhall/contract/members";
import type { ReactNode } from "react";
import { roleNames } from "../../domain/formats.ts";
import { formatDate, formatPercent } from "../../lib/format.ts";
import { readStored, writeStored } from "../../lib/stored.ts";
import styles from "./roster.module.css";
import { AccountCell, GroupChips, NoteCell, StatusChip } from "./roster-cells.tsx";

export interface RosterColumn {
  key: string;
  label: string;
  width: number;
  isNumber?: boolean;
  /** Only for those who manage the clan. */
  isPrivate?: boolean;
  cell: (row: Member, toDay: ToDay) => ReactNode;
}

/** The clan date of an instant. */
export type ToDay = (instant: string) => string;

/** What the table can show beside the name, in its order. */
const columns: RosterColumn[] = [
  { key: "role", label: "Role", width: 112, cell: ({ role }) => roleNames[role] },
  { key: "status", label: "Status", width: 104, cell: ({ status }) => <StatusChip status={status} /> },
  { key: "account", label: "Account", width: 172, isPrivate: true, cell: (row) => <AccountCell row={row} /> },
  { key: "joined", label: "Joined", width: 128, cell: (row, toDay) => formatDate(toDay(row.joined_at)) },
  { key: "last_entry", label: "Last entry", width: 132, cell: (row) => formatDate(row.last_entry) },
  { key: "rate_7", label: "7 days", width: 100, isNumber: true, cell: (row) => formatPercent(row.rate_7, 0) },
  { key: "rate_30", label: "30 days", width: 108, isNumber: true, cell: (row) => formatPercent(row.rate_30, 0) },
  { key: "away", label: "Away until", width: 132, cell: (row) => formatDate(row.away_until) },
  { key: "groups", label: "Groups", width: 180, cell: ({ groups }) => <GroupChips groups={groups} /> },
  { key: "notes", label: "Notes", width: 220, isPrivate: true, cell: (row) => <NoteCell row={row} /> },
];

export const nameWidth = 230;

const hiddenKey = "manage_players_hidden_columns";

export function possibleColumns(canManage: boolean): RosterColumn[] {
  return columns.filter(({ isPrivate }) => canManage || !isPrivate);
}

export function readHiddenColumns(): string[] {
  return (readStored(hiddenKey) ?? "").split(",").filter((key) => columns.some((column) => column.key === key));
}

export function storeHiddenColumns(hidden: string[]): void {
  writeStored(hiddenKey, hidden.length === 0 ? null : hidden.join(","));
}

interface ColumnChoiceProps {
  possible: RosterColumn[];
  hidden: string[];
  onChange: (hidden: string[]) => void;
}

export function ColumnChoice({ possible, hidden, onChange }: ColumnChoiceProps) {
  const toggle = (key: string) =>
    onChange(hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key]);
  return (
    <fieldset className={styles.columnChoice}>
      <legend className="unseen">Columns to show</legend>
      {possible.map(({ key, label }) => (
        <label key={key} className={styles.columnTick}>
          <input type="checkbox" checked={!hidden.includes(key)} onChange={() => toggle(key)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
