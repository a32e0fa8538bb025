import type { ImportMapping } from "@clanhall/contract/entry-imports";
import { useQuery } from "@tanstack/react-query";
import { DateField } from "../../../ui/date-field.tsx";
import { ErrorMessage } from "../../../ui/core/notice.tsx";
import { Select } from "../../../ui/core/select.tsx";
import { FieldError } from "../../../ui/core/field.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { ActivityColumns, ColumnSelect } from "./column-selects.tsx";
import styles from "./import.module.css";
import { type ImportTable, tableProblem } from "./import-table.ts";
import { columnActivitiesQuery } from "./imports.api.ts";

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
        onChange={(value) => onChange({ ...table, format: value })}
        options={[
          { value: "long", label: "one value a line" },
          { value: "wide", label: "one activity a column" },
        ]}
      />
      <div className={styles.mapping}>
        <WhoAndWhen table={table} onSet={set} />
        {format === "long" && <LongColumns table={table} onSet={set} />}
        <Writing mapping={mapping} onSet={set} />
      </div>
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
      {date === null && <DateField label="Day" value={day ?? ""} onChange={(typed) => onSet({ day: typed || null })} />}
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
        onChange={(value) => onSet({ decimal: value })}
        options={[
          { value: ".", label: "1.5" },
          { value: ",", label: "1,5" },
        ]}
      />
      {mapping.date !== null && (
        <Select
          label="Dates are written"
          value={mapping.date_order}
          onChange={(value) => onSet({ date_order: value })}
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
