import { parseCsv } from "@clanhall/contract/csv";
import { mapFields } from "@clanhall/contract/fields/field";
import { importFields, memberFields } from "@clanhall/contract/fields/member-fields";
import { manyMembersMax } from "@clanhall/contract/members";
import { useMemo, useState } from "react";
import { plural } from "../../lib/format.ts";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldError } from "../../ui/core/field.tsx";
import { ColumnMapping, FileSource, ImportWizard, PasteSource } from "../../ui/forms/import-wizard.tsx";
import { type ImportAnswer, type ImportInput, useImport } from "./api.ts";
import styles from "./members.module.css";

interface MemberImportProps {
  clanId: string;
  onAdded: (count: number) => void;
  onClose: () => void;
}

type Step = "source" | "mapping" | "preview";

/** A list becomes players in three steps; nothing is saved before the last is confirmed. */
export function MemberImport({ clanId, onAdded, onClose }: MemberImportProps) {
  const [step, setStep] = useState<Step>("source");
  const [text, setText] = useState("");
  const [table, setTable] = useState<ImportTable>(() => readTable(""));
  const check = useImport(clanId);
  const add = useImport(clanId);
  const choice = useImportChoice(check.data?.rows ?? []);
  const rows = () => toImportRows(table);
  const read = (next: string) => {
    setText(next);
    setTable(readTable(next));
    setStep("mapping");
  };
  const onDone = ({ added }: { added: number }) => {
    onAdded(added);
    onClose();
  };
  return (
    <ImportWizard
      title="Import players"
      size="lg"
      current={step}
      onBack={(key) => setStep(key as Step)}
      onClose={onClose}
      steps={[
        { key: "source", content: <Source text={text} onText={read} /> },
        {
          key: "mapping",
          action: "Check the list",
          canContinue: tableError(table) === null,
          isBusy: check.isPending,
          onContinue: () => check.mutate({ rows: rows(), dry_run: true }, { onSuccess: () => setStep("preview") }),
          content: (
            <>
              <Mapping table={table} onChange={setTable} />
              <ErrorMessage error={check.error} />
            </>
          ),
        },
        {
          key: "preview",
          action: choice.count === 0 ? "Nobody to add" : `Add ${plural(choice.count, "player")}`,
          canContinue: choice.count > 0,
          isBusy: add.isPending,
          onContinue: () =>
            add.mutate({ rows: rows(), dry_run: false, add_similar: choice.similar }, { onSuccess: onDone }),
          content: (
            <>
              <ImportPreview rows={check.data?.rows ?? []} choice={choice} />
              <ErrorMessage error={add.error} />
            </>
          ),
        },
      ]}
    />
  );
}

function Source({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <>
      <p>One player a line, or columns copied from a spreadsheet. Nothing is saved before you have seen the check.</p>
      <PasteSource
        label="Players"
        placeholder={"Kara\nBram Ironfoot\nCorvin"}
        missing="Paste a list first, or choose a file."
        text={text}
        onText={onText}
      >
        <FileSource
          label="Or a CSV file, at most 1 MB"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          tooLarge="This file is larger than 1 MB. Save only the columns you need and try again."
          onText={onText}
        />
      </PasteSource>
    </>
  );
}

function Mapping({ table, onChange }: { table: ImportTable; onChange: (table: ImportTable) => void }) {
  const { cells, hasHeader, columns } = table;
  const lines = cells.slice(hasHeader ? 1 : 0);
  const error = tableError(table);
  return (
    <>
      <p>
        {plural(lines.length, "player")} in {columns.length === 1 ? "one column" : `${columns.length} columns`}.
      </p>
      <Checkbox
        label="The first line is a heading"
        checked={hasHeader}
        onChange={(isChecked) => onChange({ ...table, hasHeader: isChecked })}
      />
      <ColumnMapping
        lines={lines}
        heading={hasHeader ? (cells[0] ?? []) : null}
        columns={columns}
        fields={labels}
        onChange={(index, field) => onChange(withColumn(table, index, field))}
      />
      {error && <FieldError role="alert">{error}</FieldError>}
    </>
  );
}

type ImportRow = ImportInput["rows"][number];
type ImportField = (typeof importFields)[number];

const labels = mapFields(importFields, (name) => memberFields[name].label);

/** A list as it was pasted or read, cut into cells, with what each column is taken for. */
interface ImportTable {
  cells: string[][];
  hasHeader: boolean;
  /** One for each column; null for those that are left out. */
  columns: (ImportField | null)[];
}

function readTable(text: string): ImportTable {
  const cells = parseCsv(text);
  const width = Math.max(1, ...cells.map(({ length }) => length));
  const first = cells[0] ?? [];
  const guesses = Array.from({ length: width }, (_, index) => guessField(first[index] ?? ""));
  const hasHeader = guesses.some((field) => field !== null);
  const columns = guesses.map((field, index) => (field && guesses.indexOf(field) === index ? field : null));
  if (!columns.includes("name")) columns[columns.indexOf(null)] = "name";
  return { cells, hasHeader, columns };
}

function guessField(header: string): ImportField | null {
  return importFields.find((field) => memberFields[field].importHeader.test(header.trim())) ?? null;
}

/** Gives a column a meaning; whichever had it before is left out. */
function withColumn(table: ImportTable, index: number, field: ImportField | null): ImportTable {
  const columns = table.columns.map((other, at) => (at === index ? field : other === field ? null : other));
  return { ...table, columns };
}

function toImportRows({ cells, hasHeader, columns }: ImportTable): ImportRow[] {
  return cells.slice(hasHeader ? 1 : 0).map((line) => {
    const entries = columns.flatMap((field, index) => {
      const text = (line[index] ?? "").trim();
      return field && (text !== "" || field === "name") ? [[field, toValue(field, text)]] : [];
    });
    return Object.fromEntries(entries) as ImportRow;
  });
}

function toValue(field: ImportField, text: string): string | string[] {
  if (memberFields[field].kind !== "list") return text;
  return text
    .split(/[;,|]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Why the list cannot be checked yet; null when it can. */
function tableError(table: ImportTable): string | null {
  const count = table.cells.length - (table.hasHeader ? 1 : 0);
  if (count < 1) return "There is no player in this list.";
  if (!table.columns.includes("name")) return "Say which column has the names.";
  if (count > manyMembersMax) return `Import at most ${plural(manyMembersMax, "player")} at once.`;
  return null;
}

type CheckedRow = ImportAnswer["rows"][number];
type State = CheckedRow["state"];

const stateNames: Record<State, string> = {
  new: "New",
  exists: "Already there",
  similar: "Similar",
  invalid: "Cannot be added",
};
const states = Object.keys(stateNames) as State[];

type ImportChoice = ReturnType<typeof useImportChoice>;

/** Names that are similar to somebody's on the roster are added only where that is ticked. */
function useImportChoice(rows: CheckedRow[]) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const similar = rows.flatMap(({ state, index }) => (state === "similar" && ticked.has(index) ? [index] : []));
  const toggle = (index: number) => {
    const after = new Set(ticked);
    if (!after.delete(index)) after.add(index);
    setTicked(after);
  };
  return { ticked, toggle, similar, count: rows.filter(({ state }) => state === "new").length + similar.length };
}

/** What the list would do. */
function ImportPreview({ rows, choice }: { rows: CheckedRow[]; choice: ImportChoice }) {
  const [state, setState] = useState<State | null>(null);
  const counts = useMemo(() => Object.groupBy(rows, (row) => row.state), [rows]);
  return (
    <>
      <Row gap={2} role="group" aria-label="Show">
        <StateButton label={`All (${rows.length})`} isOn={state === null} onSelect={() => setState(null)} />
        {states.map((one) => (
          <StateButton
            key={one}
            label={`${stateNames[one]} (${counts[one]?.length ?? 0})`}
            isOn={state === one}
            onSelect={() => setState(one)}
          />
        ))}
      </Row>
      {/* A long list scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.checked} aria-label="The list" tabIndex={0}>
        {(state ? (counts[state] ?? []) : rows).map((row) => (
          <Line
            key={row.index}
            row={row}
            isTicked={choice.ticked.has(row.index)}
            onToggle={() => choice.toggle(row.index)}
          />
        ))}
      </ul>
    </>
  );
}

function StateButton({ label, isOn, onSelect }: { label: string; isOn: boolean; onSelect: () => void }) {
  return (
    <Button size="sm" aria-pressed={isOn} onClick={onSelect}>
      {label}
    </Button>
  );
}

function Line({ row, isTicked, onToggle }: { row: CheckedRow; isTicked: boolean; onToggle: () => void }) {
  return (
    <li className={styles.line} data-state={row.state}>
      <span className={styles.lineName}>{row.name || "(no name)"}</span>
      <Muted className={styles.lineState}>{lineText(row)}</Muted>
      {row.state === "similar" && (
        <Checkbox
          label={
            <>
              Add anyway<span className="visually-hidden">: {row.name}</span>
            </>
          }
          checked={isTicked}
          onChange={onToggle}
        />
      )}
    </li>
  );
}

function lineText({ state, similar_to, problem }: CheckedRow): string {
  if (state === "similar") return `Similar to ${similar_to?.name ?? "somebody"}`;
  return state === "invalid" ? (problem ?? stateNames.invalid) : stateNames[state];
}
