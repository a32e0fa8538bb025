import { Dialog } from "../../../ui/dialog.tsx";
import { ImportCheck } from "./check.tsx";
import { ImportColumns } from "./columns.tsx";
import { ImportSource } from "./import-source.tsx";
import { useImportSteps } from "./use-import-steps.ts";

interface ImportDialogProps {
  clanId: string;
  /** The day that a file without dates is taken for. */
  day: string;
  onClose: () => void;
}

/** A file becomes entries in three steps; nothing is saved before the last is confirmed. */
export function ImportDialog({ clanId, day, onClose }: ImportDialogProps) {
  const steps = useImportSteps(clanId, day, onClose);
  const { table, isChecked, decisions, check, write, read } = steps;
  const step = !table ? "the file" : isChecked ? "the check" : "the columns";
  return (
    <Dialog title={`Import values: ${step}`} onClose={onClose} isWide>
      {!table && (
        <ImportSource
          clanId={clanId}
          error={read.error}
          isPending={read.isPending}
          onNext={(source) => read.isPending || read.mutate(source)}
        />
      )}
      {table && !isChecked && (
        <ImportColumns
          table={table}
          clanId={clanId}
          error={check.error}
          isPending={check.isPending}
          onChange={steps.setTable}
          onBack={() => steps.setTable(null)}
          onNext={() => check.isPending || steps.decide(decisions)}
        />
      )}
      {table && isChecked && check.data && (
        <ImportCheck
          answer={check.data}
          decisions={decisions}
          error={write.error ?? check.error}
          isPending={write.isPending || check.isPending}
          onDecide={steps.decide}
          onBack={steps.goBack}
          onConfirm={steps.confirm}
        />
      )}
    </Dialog>
  );
}
