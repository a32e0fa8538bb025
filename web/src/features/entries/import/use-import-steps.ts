import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { showToast } from "../../../ui/toasts.ts";
import { cellCount } from "../format.ts";
import { type Decisions, noDecisions, toInput } from "./decisions.ts";
import { findRemembered, loadActivities, useImport, useUndoImport } from "./imports.api.ts";
import { type ImportTable, readTable } from "./table.ts";

interface Source {
  content: string;
  fileName: string;
}

/** The way of a file: read, checked as often as something is decided, and written once. */
export function useImportSteps(clanId: string, day: string, onDone: () => void) {
  const [table, setTable] = useState<ImportTable | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [decisions, setDecisions] = useState(noDecisions);
  const check = useImport(clanId);
  const write = useImport(clanId);
  const undo = useUndoImport(clanId);
  const read = useMutation({
    mutationFn: (source: Source) => readSource(clanId, day, source),
    onSuccess: setTable,
  });
  const decide = (next: Decisions) => {
    setDecisions(next);
    if (table) check.mutate(toInput(table, next, true), { onSuccess: () => setChecked(true) });
  };
  const confirm = () => {
    if (!table || write.isPending) return;
    write.mutate(toInput(table, decisions, false), {
      onSuccess: ({ counts, import: done }) => {
        void showToast({
          kind: "success",
          message: `${cellCount(counts.new + counts.changed)} imported`,
          ...(done && { onUndo: () => undo.mutate({ importId: done.id, reason: decisions.reason }) }),
        });
        onDone();
      },
    });
  };
  const goBack = () => {
    setChecked(false);
    setDecisions({ ...decisions, players: [] });
  };
  return { table, setTable, isChecked, decisions, check, write, read, decide, confirm, goBack };
}

/** A file with a header that was seen before is read as it was then. */
async function readSource(clanId: string, day: string, { content, fileName }: Source): Promise<ImportTable> {
  const table = readTable(content, fileName, await loadActivities(clanId), day);
  if (table.header.length === 0) return table;
  const remembered = await findRemembered(clanId, table.header).catch(() => null);
  if (!remembered) return table;
  const { format, mapping } = remembered;
  return { ...table, format, mapping: { ...mapping, day: mapping.date === null ? day : null } };
}
