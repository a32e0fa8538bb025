import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "../../../lib/format.ts";
import { AsyncSection } from "../../../ui/async-section.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { TextField } from "../../../ui/core/field.tsx";
import { Disclosure } from "../../../ui/card.tsx";
import { ErrorMessage } from "../../../ui/core/notice.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { type PastImport, pastImportsQuery, useUndoImport } from "./api.ts";
import styles from "./import.module.css";

/** What was imported before, each with a way back. */
export function PastImports({ clanId }: { clanId: string }) {
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
      <ul className={styles.list}>
        {imports.map((one) => (
          <li key={one.id} className={styles.pastLine}>
            <span className={styles.what}>{one.file_name || "Pasted lines"}</span>
            <span className={styles.note}>
              {plural(one.counts.new + one.counts.changed, "value")}, {one.imported_by_name},{" "}
              <RelativeTime iso={one.created_at} />
            </span>
            {one.undone_at === null ? (
              <Button
                variant="plain"
                busy={undo.isPending}
                onClick={() => undo.isPending || undo.mutate({ importId: one.id, reason })}
              >
                Undo<span className="visually-hidden"> the import of {one.file_name || "pasted lines"}</span>
              </Button>
            ) : (
              <span className={styles.note}>undone</span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={styles.note}>
        {undo.data && formatUndone(undo.data)}
      </p>
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
