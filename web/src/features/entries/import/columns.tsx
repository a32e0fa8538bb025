import type { ImportMapping } from "@clanhall/contract/entry-imports";
import { useQuery } from "@tanstack/react-query";
import buttons from "../../../ui/button.module.css";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Problem } from "../../../ui/feedback.tsx";
import form from "../../../ui/form.module.css";
import { SelectField } from "../../../ui/select-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { columnActivitiesQuery } from "./api.ts";
import styles from "./import.module.css";
import { type ImportTable, type NamedActivity, tableProblem } from "./table.ts";

interface ImportColumnsProps {
  clanId: string;
  table: ImportTable;
  error: unknown;
  isPending: boolean;
  onChange: (table: ImportTable) => void;
  onBack: () => void;
  onNext: () => void;
}

/** Says what each column is; guessed, or remembered from the last file of this kind, and the person's to correct. */
export function ImportColumns({ table, clanId, error, isPending, onChange, onBack, onNext }: ImportColumnsProps) {
  const { data: activities = [] } = useQuery(columnActivitiesQuery(clanId));
  const { mapping, format } = table;
  const set = (change: Partial<ImportMapping>) => onChange({ ...table, mapping: { ...mapping, ...change } });
  const problem = tableProblem(table);
  return (
    <>
      <SelectField
        label="The file has"
        value={format}
        onChange={({ currentTarget }) => onChange({ ...table, format: currentTarget.value as ImportTable["format"] })}
      >
        <option value="long">one value a line</option>
        <option value="wide">one activity a column</option>
      </SelectField>
      <div className={styles.mapping}>
        <WhoAndWhen table={table} onSet={set} />
        {format === "long" && <LongColumns table={table} onSet={set} />}
        <Writing mapping={mapping} onSet={set} />
      </div>
      {format === "wide" && (
        <ActivityColumns table={table} activities={activities} onChange={(columns) => set({ activities: columns })} />
      )}
      {problem && (
        <p role="alert" className={form.problem}>
          {problem}
        </p>
      )}
      <Problem error={error} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onBack}>
          Back
        </button>
        <button
          type="button"
          className={buttons.primary}
          disabled={problem !== null}
          aria-busy={isPending}
          onClick={onNext}
        >
          Check the file
        </button>
      </DialogActions>
    </>
  );
}

interface SetProps {
  onSet: (change: Partial<ImportMapping>) => void;
}

function WhoAndWhen({ table, onSet }: SetProps & { table: ImportTable }) {
  const { player, date, day } = table.mapping;
  return (
    <>
      <ColumnSelect
        label="Player"
        table={table}
        value={player}
        onChoose={(column) => onSet({ player: column ?? player })}
      />
      <ColumnSelect
        label="Date"
        none="No column: one day for all"
        table={table}
        value={date}
        onChoose={(column) => onSet({ date: column })}
      />
      {date === null && (
        <TextField
          label="Day"
          type="date"
          value={day ?? ""}
          onChange={({ currentTarget }) => onSet({ day: currentTarget.value || null })}
        />
      )}
    </>
  );
}

function LongColumns({ table, onSet }: SetProps & { table: ImportTable }) {
  const { activity, value } = table.mapping;
  return (
    <>
      <ColumnSelect
        label="Activity"
        none="Choose a column"
        table={table}
        value={activity}
        onChoose={(column) => onSet({ activity: column })}
      />
      <ColumnSelect
        label="Value"
        none="Choose a column"
        table={table}
        value={value}
        onChoose={(column) => onSet({ value: column })}
      />
    </>
  );
}

/** How the file writes numbers and dates. */
function Writing({ mapping, onSet }: SetProps & { mapping: ImportMapping }) {
  return (
    <>
      <SelectField
        label="One and a half is written"
        value={mapping.decimal}
        onChange={({ currentTarget }) => onSet({ decimal: currentTarget.value as "." | "," })}
      >
        <option value=".">1.5</option>
        <option value=",">1,5</option>
      </SelectField>
      {mapping.date !== null && (
        <SelectField
          label="Dates are written"
          value={mapping.date_order}
          onChange={({ currentTarget }) =>
            onSet({ date_order: currentTarget.value as NonNullable<ImportMapping["date_order"]> })
          }
        >
          <option value="ymd">year, month, day</option>
          <option value="dmy">day, month, year</option>
          <option value="mdy">month, day, year</option>
        </SelectField>
      )}
    </>
  );
}

interface ColumnSelectProps {
  label: string;
  /** What it says when there is no such column. */
  none?: string;
  table: ImportTable;
  value: number | null;
  onChoose: (column: number | null) => void;
}

/** Which column of the file holds something. */
function ColumnSelect({ label, none, table, value, onChoose }: ColumnSelectProps) {
  return (
    <SelectField
      label={label}
      hint={value === null ? null : exampleOf(table, value)}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === "" ? null : Number(currentTarget.value))}
    >
      {none && <option value="">{none}</option>}
      {table.header.map((text, column) => (
        // A column is its index in the line.
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
function ActivityColumns({ table, activities, onChange }: ActivityColumnsProps) {
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
            <option value="">Skip</option>
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
