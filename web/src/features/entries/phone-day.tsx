import type { DayActivity } from "@clanhall/contract/days";
import { memo, useState } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { Select } from "../../ui/core/select.tsx";
import { CellControl, CellErrors } from "./cell-control.tsx";
import styles from "./day.module.css";
import { formatValue, formatUnit } from "./format.ts";
import type { CellAt, CellView } from "./sheet/cell-store.ts";
import type { Sheet } from "./sheet/day-sheet.ts";
import { useRow, useWholeSheet } from "./use-day-sheet.ts";

interface PhoneDayProps {
  sheet: Sheet;
  rows: number[];
  canExcuse: boolean;
  onOpenCell: (at: CellAt) => void;
}

/** One activity at a time, with a control for every player. */
export function PhoneDay({ sheet, rows, canExcuse, onOpenCell }: PhoneDayProps) {
  const [chosen, setChosen] = useState(0);
  const column = Math.min(chosen, sheet.activities.length - 1);
  const activity = sheet.activities[column];
  if (!activity) return null;
  return (
    <div className={styles.phone}>
      <ActivityChoice sheet={sheet} column={column} onChoose={setChosen} />
      <ul className={styles.phoneRows}>
        {rows.map((row) => (
          <PhoneRow
            key={`${row} ${activity.id}`}
            sheet={sheet}
            row={row}
            column={column}
            activity={activity}
            canExcuse={canExcuse}
            onOpenCell={onOpenCell}
          />
        ))}
      </ul>
    </div>
  );
}

interface ActivityChoiceProps {
  sheet: Sheet;
  column: number;
  onChoose: (column: number) => void;
}

function ActivityChoice({ sheet, column, onChoose }: ActivityChoiceProps) {
  useWholeSheet(sheet);
  return (
    <Select
      label="Activity"
      value={String(column)}
      onChange={(value) => onChoose(Number(value))}
      options={sheet.activities.map((activity, index) => ({
        value: String(index),
        label: `${activity.name} · ${progressOf(sheet, index)}`,
      }))}
    />
  );
}

function progressOf(sheet: Sheet, column: number): string {
  const states = sheet.members.map((_, row) => sheet.cellAt({ row, column }).state);
  const missing = states.filter((state) => state === "missing").length;
  return missing === 0 ? "done" : `${missing} missing`;
}

interface PhoneRowProps extends Omit<PhoneDayProps, "rows"> {
  row: number;
  column: number;
  activity: DayActivity;
}

const PhoneRow = memo(function PhoneRow({ sheet, row, column, activity, canExcuse, onOpenCell }: PhoneRowProps) {
  useRow(sheet, row);
  const at = { row, column };
  const { name = "", tint = 0 } = sheet.members[row] ?? {};
  const cell = sheet.cellAt(at);
  return (
    <li className={styles.phoneRow} data-state={cell.state} data-save={cell.save}>
      <button type="button" className={styles.phoneName} onClick={() => onOpenCell(at)}>
        <Avatar name={name} color={tint} />
        <span>{name}</span>
        <span className="visually-hidden">, details</span>
        <small className={styles.phoneNote}>{noteOf(cell)}</small>
      </button>
      {sheet.canEdit(at) ? (
        <CellControl
          sheet={sheet}
          at={at}
          activity={activity}
          label={`${name}, ${activity.name}`}
          canExcuse={canExcuse}
        />
      ) : (
        <span className={styles.phoneValue}>{formatCell(cell, activity)}</span>
      )}
      <CellErrors sheet={sheet} at={at} />
    </li>
  );
});

const saveNotes: Partial<Record<CellView["save"], string>> = {
  waiting: "saving…",
  saving: "saving…",
  failed: "not saved",
  conflict: "changed by someone else",
  needsConfirmation: "please check",
};

function noteOf({ save, state }: CellView): string {
  return saveNotes[save] ?? (state === "not_due" ? "not due" : state === "missing" ? "missing" : "");
}

function formatCell({ state, value }: CellView, activity: DayActivity): string {
  if (state !== "value" || value === null) return state === "not_due" ? "–" : state;
  return activity.value_type === "yes_no"
    ? value > 0
      ? "yes"
      : "no"
    : `${formatValue(activity, value)} ${activity.unit || formatUnit(activity)}`.trim();
}
