import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Select } from "../core/select.tsx";
import { focusOnMount } from "../focus.ts";
import { Button } from "../core/button.tsx";
import { FieldError, FieldLabel } from "../core/field.tsx";
import { Dialog, DialogActions } from "../dialog.tsx";
import styles from "./import-wizard.module.css";
import { FieldGrid } from "../fields.tsx";

interface ImportStep {
  key: string;
  content: ReactNode;
  /** What the button to go on says; without one the content has its own. */
  action?: string;
  canContinue?: boolean;
  isBusy?: boolean;
  onContinue?: () => void;
}

interface ImportWizardProps {
  title: string;
  steps: ImportStep[];
  /** The key of the step that is shown; the first, if it is not given. */
  current?: string;
  onBack?: (key: string) => void;
  onClose: () => void;
  size?: "md" | "lg";
  /** What became of it, once it is done. */
  done?: ReactNode;
}

/** A file or a pasted list in steps; nothing is saved before the last one is confirmed. */
export function ImportWizard({ title, steps, current, onBack, onClose, size = "md", done }: ImportWizardProps) {
  const index = Math.max(
    0,
    steps.findIndex(({ key }) => key === current),
  );
  const step = steps[index];
  const before = steps[index - 1];
  if (!step) return null;
  return (
    <Dialog title={title} onClose={onClose} size={size}>
      {done ?? step.content}
      {done !== undefined && (
        <DialogActions>
          <Button ref={focusOnMount} variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      )}
      {done === undefined && step.action && (
        <DialogActions>
          <Button onClick={before ? () => onBack?.(before.key) : onClose}>{before ? "Back" : "Cancel"}</Button>
          <Button
            variant="primary"
            disabled={step.canContinue === false}
            busy={step.isBusy ?? false}
            onClick={step.onContinue}
          >
            {step.action}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

const fileMax = 1024 * 1024;

interface FileSourceProps {
  label: string;
  accept: string;
  /** What is said of a file that is too large. */
  tooLarge: string;
  error?: string | null;
  onText: (text: string) => void;
}

/** A file to read, at most 1 MB. */
export function FileSource({ label, accept, tooLarge, error = null, onText }: FileSourceProps) {
  const id = useId();
  const [isTooLarge, setTooLarge] = useState(false);
  const said = isTooLarge ? tooLarge : error;
  const read = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > fileMax);
    if (file.size <= fileMax) onText(await file.text());
  };
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <FileControl
        id={id}
        accept={accept}
        aria-invalid={said ? true : undefined}
        aria-describedby={said ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
      {said && (
        <FieldError id={`${id}-error`} role="alert">
          {said}
        </FieldError>
      )}
    </div>
  );
}

interface ColumnMappingProps<Field extends string> {
  /** The lines of the list, without its heading. */
  lines: string[][];
  /** The heading, where the list has one. */
  heading: string[] | null;
  /** What each column is taken for; null for those that are left out. */
  columns: (Field | null)[];
  fields: Record<Field, string>;
  onChange: (index: number, field: Field | null) => void;
}

/** Says what each column is: guessed from its heading, and the person's to correct. */
export function ColumnMapping<Field extends string>(props: ColumnMappingProps<Field>) {
  const { lines, heading, columns, fields, onChange } = props;
  return (
    <FieldGrid small>
      {columns.map((field, index) => (
        // A column is its position in the line.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <Select
            label={heading?.[index]?.trim() || `Column ${index + 1}`}
            value={field ?? ""}
            onChange={(value) => onChange(index, (value || null) as Field | null)}
            options={[
              { value: "", label: "Leave out" },
              ...Object.entries<string>(fields).map(([value, label]) => ({ value: value, label: label })),
            ]}
          />
          <p className={styles.samples}>{samplesOf(lines, index)}</p>
        </div>
      ))}
    </FieldGrid>
  );
}

function samplesOf(lines: string[][], index: number): string {
  const found = lines.flatMap((line) => line[index]?.trim() || []).slice(0, 3);
  return found.length === 0 ? "Empty" : `Such as ${found.join(", ")}`;
}

export function FileControl(file: Omit<ComponentProps<"input">, "type">) {
  return <input {...file} type="file" className={styles.file} />;
}
