import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { type ImportTable, readTable, toImportRows } from "./import-columns.ts";
import { ImportMapping } from "./import-mapping.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSource } from "./import-source.tsx";
import { useImport } from "./roster.api.ts";

interface ImportDialogProps {
  clanId: string;
  onAdded: (count: number) => void;
  onClose: () => void;
}

type Step = "source" | "mapping" | "preview";

const stepNames: Record<Step, string> = {
  source: "Import players: the list",
  mapping: "Import players: the columns",
  preview: "Import players: the check",
};

/** A list becomes players in three steps; nothing is saved before the last is confirmed. */
export function ImportDialog({ clanId, onAdded, onClose }: ImportDialogProps) {
  const [step, setStep] = useState<Step>("source");
  const [text, setText] = useState("");
  const [table, setTable] = useState<ImportTable>(() => readTable(""));
  const check = useImport(clanId);
  const add = useImport(clanId);
  const goOn = (next: string) => {
    setText(next);
    setTable(readTable(next));
    setStep("mapping");
  };
  const runCheck = () => {
    if (check.isPending) return;
    check.mutate({ rows: toImportRows(table), dry_run: true }, { onSuccess: () => setStep("preview") });
  };
  const confirm = (add_similar: number[]) => {
    if (add.isPending) return;
    add.mutate(
      { rows: toImportRows(table), dry_run: false, add_similar },
      {
        onSuccess: ({ added }) => {
          onAdded(added);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={stepNames[step]} onClose={onClose} size="lg">
      {step === "source" && <ImportSource text={text} onNext={goOn} />}
      {step === "mapping" && (
        <ImportMapping
          table={table}
          onChange={setTable}
          error={check.error}
          isPending={check.isPending}
          onBack={() => setStep("source")}
          onNext={runCheck}
        />
      )}
      {step === "preview" && check.data && (
        <ImportPreview
          rows={check.data.rows}
          error={add.error}
          isPending={add.isPending}
          onBack={() => setStep("mapping")}
          onConfirm={confirm}
        />
      )}
    </Dialog>
  );
}
