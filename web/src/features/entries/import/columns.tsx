import type { ImportMapping } from "@clanhall/contract/entry-imports";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../ui/core/button.tsx";
import { FieldError } from "../../../ui/core/field.tsx";
import { ErrorMessage } from "../../../ui/core/notice.tsx";
import { Select } from "../../../ui/core/select.tsx";
import { DayField } from "../../../ui/day-field.tsx";
import { FieldGrid } from "../../../ui/fields.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { columnActivitiesQuery } from "./api.ts";
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
      <Select
        label="The file has"
        value={format}
        onChange={(chosen) => onChange({ ...table, format: chosen })}
        options={[
          { value: "long", label: "one value a line" },
          { value: "wide", label: "one activity a column" },
        ]}
      />
      <FieldGrid small>
        <WhoAndWhen table={table} onSet={set} />
        {format === "long" && <LongColumns table={table} onSet={set} />}
        <Writing mapping={mapping} onSet={set} />
      </FieldGrid>
      {format === "wide" && (
        <ActivityColumns table={table} activities={activities} onChange={(columns) => set({ activities: columns })} />
      )}
      {problem && <FieldError role="alert">{problem}</FieldError>}
      <ErrorMessage error={error} />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" disabled={problem !== null} busy={isPending} onClick={onNext}>
          Check the file
        </Button>
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
        <DayField label="Day" value={day ?? ""} onChange={(chosen) => onSet({ day: chosen || null })} />
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
      <Select
        label="One and a half is written"
        value={mapping.decimal}
        onChange={(decimal) => onSet({ decimal })}
        options={[
          { value: ".", label: "1.5" },
          { value: ",", label: "1,5" },
        ]}
      />
      {mapping.date !== null && (
        <Select
          label="Dates are written"
          value={mapping.date_order}
          onChange={(order) => onSet({ date_order: order })}
          options={[
            { value: "ymd", label: "year, month, day" },
            { value: "dmy", label: "day, month, year" },
            { value: "mdy", label: "month, day, year" },
          ]}
        />
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
    <Select
      label={label}
      hint={value === null ? null : exampleOf(table, value)}
      value={value === null ? "" : String(value)}
      onChange={(column) => onChoose(column === "" ? null : Number(column))}
      options={[
        ...(none ? [{ value: "", label: none }] : []),
        ...table.header.map((text, column) => ({ value: String(column), label: columnName(text, column) })),
      ]}
    />
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
    <FieldGrid small role="group" aria-label="Columns that are activities">
      {columns
        .filter(({ column }) => column !== mapping.player && column !== mapping.date)
        .map(({ text, column }) => (
          <Select
            key={column}
            label={columnName(text, column)}
            hint={exampleOf(table, column)}
            value={mapping.activities.find((one) => one.column === column)?.activity_id ?? ""}
            onChange={(value) => choose(column, value)}
            options={[{ value: "", label: "Skip" }, ...activities.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        ))}
    </FieldGrid>
  );
}

function columnName(text: string, column: number): string {
  return text.trim() || `Column ${column + 1}`;
}

function exampleOf({ lines }: ImportTable, column: number): string {
  const found = lines.flatMap((line) => line[column]?.trim() || []).slice(0, 3);
  return found.length === 0 ? "Empty" : `Such as ${found.join(", ")}`;
}
