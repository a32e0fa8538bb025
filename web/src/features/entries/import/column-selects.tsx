import type { ImportMapping } from "@clanhall/contract/entry-imports";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./import.module.css";
import type { ImportTable, NamedActivity } from "./table.ts";

interface ColumnSelectProps {
  label: string;
  /** What it says when there is no such column. */
  none?: string;
  table: ImportTable;
  value: number | null;
  onChoose: (column: number | null) => void;
}

/** Which column of the file holds something. */
export function ColumnSelect({ label, none, table, value, onChoose }: ColumnSelectProps) {
  return (
    <SelectField
      label={label}
      hint={value === null ? null : exampleOf(table, value)}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === "" ? null : Number(currentTarget.value))}
    >
      {none && <option value="">{none}</option>}
      {table.header.map((text, column) => (
        // A column is its place in the line.
        // oxlint-disable-next-line react/no-array-index-key
        <option key={column} value={column}>
          {columnName(text, column)}
        </option>
      ))}
    </SelectField>
  );
}

type Columns = ImportMapping["activities"];

interface ActivityColumnsProps {
  table: ImportTable;
  activities: NamedActivity[];
  onChange: (columns: Columns) => void;
}

/** Which activity each of the other columns is. */
export function ActivityColumns({ table, activities, onChange }: ActivityColumnsProps) {
  const { header, mapping } = table;
  const choose = (column: number, activity_id: string) => {
    const others = mapping.activities.filter((one) => one.column !== column && one.activity_id !== activity_id);
    onChange(activity_id === "" ? others : [...others, { column, activity_id }]);
  };
  const columns = header.map((text, column) => ({ text, column }));
  return (
    <div className={styles.mapping} role="group" aria-label="Columns that are activities">
      {columns
        .filter(({ column }) => column !== mapping.player && column !== mapping.date)
        .map(({ text, column }) => (
          <SelectField
            key={column}
            label={columnName(text, column)}
            hint={exampleOf(table, column)}
            value={mapping.activities.find((one) => one.column === column)?.activity_id ?? ""}
            onChange={({ currentTarget }) => choose(column, currentTarget.value)}
          >
            <option value="">Leave out</option>
            {activities.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
    </div>
  );
}

function columnName(text: string, column: number): string {
  return text.trim() || `Column ${column + 1}`;
}

function exampleOf({ lines }: ImportTable, column: number): string {
  const found = lines.flatMap((line) => line[column]?.trim() || []).slice(0, 3);
  return found.length === 0 ? "Empty" : `Such as ${found.join(", ")}`;
}
