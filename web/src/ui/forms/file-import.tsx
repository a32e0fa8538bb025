import type { UseMutationResult } from "@tanstack/react-query";
import { type ComponentProps, type ComponentType, useId, useState } from "react";
import { mutateEach } from "../../lib/mutations.ts";
import { Select } from "../core/select.tsx";
import { focusOnMount } from "../focus.ts";
import { Button } from "../core/button.tsx";
import { FieldError, FieldLabel } from "../core/field.tsx";
import { ErrorMessage } from "../core/notice.tsx";
import { Dialog, DialogActions } from "../dialog.tsx";
import { useLateError } from "../late-error.ts";
import styles from "./file-import.module.css";
import { FieldGrid } from "../fields.tsx";
import { Inset } from "../card.tsx";
import { Muted, Text } from "../core/layout.tsx";

type Importing<Content, Outcome> = Pick<
  UseMutationResult<Outcome, Error, { set: Content; dry_run: boolean }>,
  "data" | "error" | "isPending" | "mutate" | "mutateAsync" | "reset"
>;

interface FileImportProps<Content extends { format: string }, Outcome> {
  title: string;
  /** What such a file is marked with; the server checks the rest of it. */
  format: Content["format"];
  /** What is said of any other file. */
  wrongFile: string;
  check: Importing<Content, Outcome>;
  work: Importing<Content, Outcome>;
  /** How much would be done, and what the button says then. */
  count: (outcome: Outcome) => number;
  action: (count: number) => string;
  /** Says what was done, or would be. */
  outcome: ComponentType<{ outcome: Outcome; isDone: boolean }>;
  onClose: () => void;
}

/** A file that an export has made; nothing is saved before it was seen what that means. */
export function FileImport<Content extends { format: string }, Outcome>(props: FileImportProps<Content, Outcome>) {
  const { title, format, wrongFile, check, work, count, action, outcome: Shown, onClose } = props;
  const [set, setSet] = useState<Content | null>(null);
  const [isWrong, setWrong] = useState(false);
  const sayLate = useLateError(title);
  const read = (text: string) => {
    check.reset();
    work.reset();
    const found = readSet(text, format) as Content | null;
    setSet(found);
    setWrong(found === null);
    if (found) check.mutate({ set: found, dry_run: true });
  };
  const found = check.data === undefined ? 0 : count(check.data);
  if (work.data !== undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Shown outcome={work.data} isDone />
        <DialogActions>
          <Button ref={focusOnMount} variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <FileSource
        label="A file made with Export file"
        accept=".json,application/json"
        tooLarge={wrongFile}
        error={isWrong ? wrongFile : null}
        onText={read}
      />
      <ErrorMessage error={check.error} />
      {check.data !== undefined && <Shown outcome={check.data} isDone={false} />}
      <ErrorMessage error={work.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={found === 0}
          busy={work.isPending || check.isPending}
          onClick={() => set && mutateEach(work, { set, dry_run: false }, () => undefined, sayLate)}
        >
          {action(found)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function readSet(text: string, format: string): { format: string } | null {
  try {
    const read = JSON.parse(text) as { format: string } | null;
    return read?.format === format ? read : null;
  } catch {
    return null;
  }
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
          <Muted as="p" className={styles.samples}>
            {samplesOf(lines, index)}
          </Muted>
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

interface OutcomeListProps {
  /** What becomes of all of them together. */
  title: string;
  /** And of those that stay as they are. */
  rest: string;
  label: string;
  items: { name: string; state: string; isLeftOut?: boolean }[];
}

/** What becomes of everything in a file. */
export function OutcomeList({ title, rest, label, items }: OutcomeListProps) {
  return (
    <Inset role="status">
      <p>
        <strong>{title}</strong> {rest}
      </p>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.outcome} aria-label={label} tabIndex={0}>
        {items.map(({ name, state, isLeftOut }) => (
          <li key={`${name} ${state}`}>
            {name}{" "}
            {isLeftOut ? (
              <Text weight={600} tone="danger">
                left out: {state}
              </Text>
            ) : (
              <Muted>{state}</Muted>
            )}
          </li>
        ))}
      </ul>
    </Inset>
  );
}
