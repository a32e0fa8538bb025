import { importBytesMax } from "@clanhall/contract/entry-imports";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { plural } from "../../../lib/format.ts";
import { useWhileMounted } from "../../../lib/hooks.ts";
import { mutateEach } from "../../../lib/mutations.ts";
import { Button } from "../../../ui/core/button.tsx";
import { FieldLabel, Form, TextField } from "../../../ui/core/field.tsx";
import { ErrorMessage } from "../../../ui/core/notice.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Textarea } from "../../../ui/fields.tsx";
import { useChanges, useLeave } from "../../../ui/forms/form-dialog.tsx";
import { FileControl } from "../../../ui/forms/file-import.tsx";
import { useLateError } from "../../../ui/late-error.ts";
import { showToast } from "../../../ui/toasts.ts";
import {
  findRemembered,
  type ImportAnswer,
  loadActivities,
  type PastImport,
  pastImportsQuery,
  useImport,
  useUndoImport,
} from "./api.ts";
import { ImportCheck } from "./check.tsx";
import { ImportColumns } from "./columns.tsx";
import { type Decisions, type ImportTable, noDecisions, readTable, toInput } from "./table.ts";
import { AsyncSection } from "../../../ui/async-section.tsx";
import { Disclosure } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Muted } from "../../../ui/core/layout.tsx";
import { PlainItem, PlainList } from "../../../ui/list.tsx";

interface ImportDialogProps {
  clanId: string;
  /** The day that a file without dates is taken for. */
  day: string;
  /** Read and decided elsewhere: only the review is left. */
  ready?: { table: ImportTable; decisions: Decisions } | undefined;
  onClose: () => void;
  /** After the import; where it is left out, closing says it too. */
  onDone?: () => void;
}

/** A file becomes entries in three steps; nothing is saved before the last is confirmed. */
export function ImportDialog({ clanId, day, ready, onClose, onDone = onClose }: ImportDialogProps) {
  const steps = useImportSteps({ clanId, day, ready, onDone });
  const { table, answer, decisions, check, write, read } = steps;
  const [typed, setTyped] = useState("");
  const input = [typed !== "", table?.format, table?.mapping, decisions];
  const { leave, question } = useLeave(useChanges(input, write.isPending), onClose);
  const step = !table ? "1 Paste" : answer ? "3 Review" : "2 Columns";
  const review = useEffectEvent(() => ready && steps.decide(ready.decisions));
  useEffect(() => review(), []);
  if (ready && !answer) {
    return (
      <Dialog title="Import values: 3 Review" onClose={leave} size="lg">
        {check.error ? <ErrorMessage error={check.error} /> : <p role="status">Checking…</p>}
      </Dialog>
    );
  }
  return (
    <Dialog title={`Import values: ${step}`} onClose={leave} size="lg">
      {question}
      {!table && (
        <ImportSource
          clanId={clanId}
          typed={typed}
          onType={setTyped}
          error={read.error}
          isPending={read.isPending}
          onNext={(source) => read.isPending || read.mutate(source)}
        />
      )}
      {table && !answer && (
        <ImportColumns
          table={table}
          clanId={clanId}
          error={check.error}
          isPending={check.isPending}
          onChange={steps.changeTable}
          onBack={() => steps.changeTable(null)}
          onNext={() => check.isPending || steps.decide(decisions)}
        />
      )}
      {table && answer && (
        <ImportCheck
          answer={answer}
          decisions={decisions}
          error={check.error ?? write.error}
          isPending={write.isPending || check.isPending}
          isOutdated={check.isError}
          onDecide={steps.decide}
          onBack={ready ? leave : steps.goBack}
          onConfirm={steps.confirm}
        />
      )}
    </Dialog>
  );
}

interface ImportSourceProps {
  clanId: string;
  typed: string;
  onType: (text: string) => void;
  error: unknown;
  isPending: boolean;
  onNext: (source: { content: string; fileName: string }) => void;
}

function ImportSource({ clanId, typed, onType, error, isPending, onNext }: ImportSourceProps) {
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
          onChange={({ currentTarget }) => onType(currentTarget.value)}
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

interface Done {
  onDone: () => void;
}

interface Source {
  content: string;
  fileName: string;
}

/** The way of a file: read, checked as often as something is decided, and written once. */
function useImportSteps({ clanId, day, ready, onDone }: Pick<ImportDialogProps, "clanId" | "day" | "ready"> & Done) {
  const [table, setTable] = useState<ImportTable | null>(ready?.table ?? null);
  // The last answer stands until the next one comes: what is being decided stays where it is.
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [decisions, setDecisions] = useState(ready?.decisions ?? noDecisions);
  const check = useImport(clanId);
  const write = useImport(clanId);
  const undo = useUndoImport(clanId);
  const finish = useWhileMounted(onDone);
  const sayLate = useLateError("Import the values");
  const read = useMutation({
    mutationFn: (source: Source) => readSource(clanId, day, source),
    onSuccess: setTable,
  });
  const decide = (next: Decisions) => {
    setDecisions(next);
    if (table) check.mutate(toInput(table, next, true), { onSuccess: setAnswer });
  };
  const changeTable = (next: ImportTable | null) => {
    // The answer to a check under way would be about the table as it was.
    check.reset();
    setTable(next);
  };
  const confirm = () => {
    if (!table || write.isPending) return;
    const onWritten = ({ counts, players_added, import: done }: ImportAnswer) => {
      const parts = [
        plural(counts.new + counts.changed, "value"),
        players_added > 0 && plural(players_added, "player"),
      ];
      showToast({
        kind: "success",
        message: `${parts.filter(Boolean).join(" and ")} imported`,
        ...(done && { onUndo: () => undo.mutateAsync({ importId: done.id, reason: decisions.reason }) }),
      });
      finish();
    };
    mutateEach(write, toInput(table, decisions, false), onWritten, sayLate);
  };
  const goBack = () => {
    check.reset();
    setAnswer(null);
    setDecisions({ ...decisions, players: [], added: [], forgotten: [] });
  };
  return { table, changeTable, answer, decisions, check, write, read, decide, confirm, goBack };
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

/** What was imported before, each with a way back. */
function PastImports({ clanId }: { clanId: string }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...pastImportsQuery(clanId), enabled: isOpen });
  return (
    <Disclosure summary="Earlier imports" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen && (
        <AsyncSection query={query} what="Earlier imports" lines={2}>
          {(imports) => (imports.length === 0 ? <p>None yet.</p> : <ImportList clanId={clanId} imports={imports} />)}
        </AsyncSection>
      )}
    </Disclosure>
  );
}

function ImportList({ clanId, imports }: { clanId: string; imports: PastImport[] }) {
  const undo = useUndoImport(clanId);
  const [reason, setReason] = useState("");
  return (
    <>
      <PlainList>
        {imports.map((one) => (
          <PlainItem
            key={one.id}
            title={one.file_name || "Pasted lines"}
            note={
              <>
                {plural(one.counts.new + one.counts.changed, "value")}, {one.imported_by_name},{" "}
                <RelativeTime iso={one.created_at} />
              </>
            }
          >
            {one.undone_at === null ? (
              <Button
                variant="plain"
                busy={undo.isPending}
                onClick={() => undo.isPending || undo.mutate({ importId: one.id, reason })}
              >
                Undo<span className="visually-hidden"> the import of {one.file_name || "pasted lines"}</span>
              </Button>
            ) : (
              <Muted>undone</Muted>
            )}
          </PlainItem>
        ))}
      </PlainList>
      <Muted as="p" role="status">
        {undo.data && formatUndone(undo.data)}
      </Muted>
      <ErrorMessage error={undo.error} />
      {(undo.isError || reason !== "") && (
        <TextField
          label="Reason (needed for locked days)"
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </>
  );
}

function formatUndone({ restored, kept }: { restored: number; kept: number }): string {
  const text = `${plural(restored, "value")} restored.`;
  return kept === 0 ? text : `${text} ${plural(kept, "value")} changed since then and were kept.`;
}
