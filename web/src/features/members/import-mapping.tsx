import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldError } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { fieldNames, type ImportField, type ImportTable, tableProblem, withColumn } from "./import-columns.ts";
import { countText } from "./roster-words.ts";
import styles from "./roster.module.css";

interface ImportMappingProps {
  table: ImportTable;
  onChange: (table: ImportTable) => void;
  error: unknown;
  isPending: boolean;
  onBack: () => void;
  onNext: () => void;
}

/** Says what each column is; guessed from its heading, and the person's to correct. */
export function ImportMapping({ table, onChange, error, isPending, onBack, onNext }: ImportMappingProps) {
  const { cells, hasHeader, columns } = table;
  const lines = cells.slice(hasHeader ? 1 : 0);
  const problem = tableProblem(table);
  return (
    <>
      <p>
        {countText(lines.length)} in {columns.length === 1 ? "one column" : `${columns.length} columns`}.
      </p>
      <Checkbox
        label="The first line is a heading"
        checked={hasHeader}
        onChange={(isChecked) => onChange({ ...table, hasHeader: isChecked })}
      />
      <div className={styles.mapping}>
        {columns.map((field, index) => (
          // A column is its place in the line.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.mapColumn}>
            <Select
              label={columnName(table, index)}
              value={field ?? ""}
              onChange={(value) => onChange(withColumn(table, index, (value || null) as ImportField | null))}
              options={[
                { value: "", label: "Leave out" },
                ...Object.entries(fieldNames).map(([value, label]) => ({ value: value, label: label })),
              ]}
            />
            <p className={styles.note}>{exampleOf(lines, index)}</p>
          </div>
        ))}
      </div>
      {problem && <FieldError role="alert">{problem}</FieldError>}
      <ErrorMessage error={error} />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" disabled={problem !== null} busy={isPending} onClick={onNext}>
          Check the list
        </Button>
      </DialogActions>
    </>
  );
}

function columnName({ cells, hasHeader }: ImportTable, index: number): string {
  const heading = hasHeader ? cells[0]?.[index]?.trim() : undefined;
  return heading || `Column ${index + 1}`;
}

function exampleOf(lines: string[][], index: number): string {
  const found = lines.flatMap((line) => line[index]?.trim() || []).slice(0, 3);
  return found.length === 0 ? "Empty" : `Such as ${found.join(", ")}`;
}
