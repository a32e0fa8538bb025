import { plural } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import form from "../../ui/form.module.css";
import { SelectField } from "../../ui/select-field.tsx";
import { TickField } from "../../ui/tick-field.tsx";
import { fieldNames, type ImportField, type ImportTable, tableProblem, withColumn } from "./import-columns.ts";
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
        {plural(lines.length, "player")} in {columns.length === 1 ? "one column" : `${columns.length} columns`}.
      </p>
      <TickField
        label="The first line is a heading"
        checked={hasHeader}
        onChange={({ currentTarget }) => onChange({ ...table, hasHeader: currentTarget.checked })}
      />
      <div className={styles.mapping}>
        {columns.map((field, index) => (
          // A column is its place in the line.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.mapColumn}>
            <SelectField
              label={columnName(table, index)}
              value={field ?? ""}
              onChange={({ currentTarget }) =>
                onChange(withColumn(table, index, (currentTarget.value || null) as ImportField | null))
              }
            >
              <option value="">Leave out</option>
              {Object.entries(fieldNames).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <p className={styles.note}>{exampleOf(lines, index)}</p>
          </div>
        ))}
      </div>
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
          Check the list
        </button>
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
