import { importBytesMax } from "@clanhall/contract/entry-imports";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery } from "../../../domain/members.ts";
import { plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/core/button.tsx";
import { FieldLabel, Form } from "../../../ui/core/field.tsx";
import { ErrorMessage } from "../../../ui/core/notice.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Textarea } from "../../../ui/fields.tsx";
import { FileControl } from "../../../ui/forms/import-wizard.tsx";
import { showToast } from "../../../ui/toasts.ts";
import { findRemembered, loadActivities, useImport, useUndoImport } from "./api.ts";
import { ImportCheck } from "./check.tsx";
import { ImportColumns } from "./columns.tsx";
import { PastImports } from "./past-imports.tsx";
import { settleNames } from "./players.ts";
import { type Decisions, firstDayOf, type ImportTable, noDecisions, readTable, toInput } from "./table.ts";

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
  const step = !table ? "1 Paste" : isChecked ? "3 Review" : "2 Columns";
  return (
    <Dialog title={`Import values: ${step}`} onClose={onClose} size="lg">
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
          error={steps.settle.error ?? write.error ?? check.error}
          isPending={steps.settle.isPending || write.isPending || check.isPending}
          onDecide={steps.decide}
          onBack={steps.goBack}
          onConfirm={steps.confirm}
        />
      )}
    </Dialog>
  );
}

interface ImportSourceProps {
  clanId: string;
  error: unknown;
  isPending: boolean;
  onNext: (source: { content: string; fileName: string }) => void;
}

export function ImportSource({ clanId, error, isPending, onNext }: ImportSourceProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const go = (content: string, fileName: string) => {
    if (content.trim() === "") setProblem("Paste some lines first, or choose a file.");
    else if (content.length > importBytesMax) setProblem("This is larger than 4 MB: import it in parts.");
    else onNext({ content, fileName });
  };
  const readFile = async (file: File | undefined) => {
    if (file) go(await file.text(), file.name.slice(0, 200));
  };
  return (
    <>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          go(typed, "");
        }}
      >
        <p>
          Lines with date, player, activity and value, or one line a player with a column for each activity. The first
          line is the header. Nothing is saved before you confirm the review.
        </p>
        <Textarea
          label="Values"
          rows={7}
          placeholder={"Player,Donations,War hit\nKara,250,yes\nBram Ironfoot,180,no"}
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div>
          <FieldLabel htmlFor="values-file">Or a CSV file, at most 4 MB</FieldLabel>
          <FileControl
            id="values-file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
          />
        </div>
        <ErrorMessage error={error} />
        <DialogActions>
          <Button type="submit" variant="primary" busy={isPending}>
            Next
          </Button>
        </DialogActions>
      </Form>
      <PastImports clanId={clanId} />
    </>
  );
}

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
  const settle = useSettleNames(clanId);
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
    if (!table || write.isPending || settle.isPending) return;
    settle.mutate(
      { day: firstDayOf(table, day), decisions },
      { onSuccess: (players) => save(table, { ...decisions, players, added: [] }) },
    );
  };
  const save = (file: ImportTable, decided: Decisions) => {
    // Whoever has to try again does not add the same players twice.
    setDecisions(decided);
    write.mutate(toInput(file, decided, false), {
      onSuccess: ({ counts, import: done }) => {
        showToast({
          kind: "success",
          message: `${plural(counts.new + counts.changed, "cell")} imported`,
          ...(done && { onUndo: () => undo.mutate({ importId: done.id, reason: decisions.reason }) }),
        });
        onDone();
      },
    });
  };
  const goBack = () => {
    setChecked(false);
    setDecisions({ ...decisions, players: [], added: [], forgotten: [] });
  };
  return { table, setTable, isChecked, decisions, check, write, settle, read, decide, confirm, goBack };
}

/** Adds the players somebody asked for and remembers names; returns who the names of the file stand for. */
function useSettleNames(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ day, decisions }: { day: string; decisions: Decisions }) => {
      const { players, added, forgotten } = decisions;
      const remember = players.flatMap(({ name, member_id }) =>
        name === "" || forgotten.includes(name) ? [] : [{ name, memberId: member_id }],
      );
      const isNothing = added.length + remember.length === 0;
      const roster = isNothing ? [] : (await queries.fetchQuery(membersQuery(clanId))).members;
      const found = await settleNames(queries, { clanId, day, roster }, { add: added, remember });
      return [...players, ...[...found].map(([name, member_id]) => ({ name, member_id }))];
    },
  });
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
