import { useState } from "react";
import { Problem } from "../../ui/feedback.tsx";
import form from "../../ui/form.module.css";
import { ColumnMapping, FileSource, ImportWizard, PasteSource } from "../../ui/import-wizard.tsx";
import { TickField } from "../../ui/tick-field.tsx";
import { fieldNames, type ImportTable, readTable, tableProblem, toImportRows, withColumn } from "./import-columns.ts";
import { ImportPreview, useImportChoice } from "./import-preview.tsx";
import { useImport } from "./roster.api.ts";
import { countText } from "./roster-words.ts";

interface MemberImportProps {
  clanId: string;
  onAdded: (count: number) => void;
  onClose: () => void;
}

const titles = {
  source: "Import players: 1 Paste",
  mapping: "Import players: 2 Columns",
  preview: "Import players: 3 Review",
};
type Step = keyof typeof titles;

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
      title={titles[step]}
      isWide
      current={step}
      onBack={(key) => setStep(key as Step)}
      onClose={onClose}
      steps={[
        { key: "source", content: <Source text={text} onText={read} /> },
        {
          key: "mapping",
          action: "Check the list",
          canContinue: tableProblem(table) === null,
          isBusy: check.isPending,
          onContinue: () => check.mutate({ rows: rows(), dry_run: true }, { onSuccess: () => setStep("preview") }),
          content: (
            <>
              <Mapping table={table} onChange={setTable} />
              <Problem error={check.error} />
            </>
          ),
        },
        {
          key: "preview",
          action: choice.count === 0 ? "Nobody to add" : `Add ${countText(choice.count)}`,
          canContinue: choice.count > 0,
          isBusy: add.isPending,
          onContinue: () =>
            add.mutate({ rows: rows(), dry_run: false, add_similar: choice.similar }, { onSuccess: onDone }),
          content: (
            <>
              <ImportPreview rows={check.data?.rows ?? []} choice={choice} />
              <Problem error={add.error} />
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
  const problem = tableProblem(table);
  return (
    <>
      <p>
        {countText(lines.length)} in {columns.length === 1 ? "one column" : `${columns.length} columns`}.
      </p>
      <TickField
        label="The first line is a heading"
        checked={hasHeader}
        onChange={({ currentTarget }) => onChange({ ...table, hasHeader: currentTarget.checked })}
      />
      <ColumnMapping
        lines={lines}
        heading={hasHeader ? (cells[0] ?? []) : null}
        columns={columns}
        fields={fieldNames}
        onChange={(index, field) => onChange(withColumn(table, index, field))}
      />
      {problem && (
        <p role="alert" className={form.problem}>
          {problem}
        </p>
      )}
    </>
  );
}
