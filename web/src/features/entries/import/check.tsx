import type { ImportCounts } from "@clanhall/contract/entry-imports";
import { useState } from "react";
import { formatNumber, plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/core/button.tsx";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { TextField } from "../../../ui/core/field.tsx";
import { Row } from "../../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../../ui/core/notice.tsx";
import { Select } from "../../../ui/core/select.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { ImportAnswer } from "./api.ts";
import { ProblemLines, UnknownActivities, UnknownPlayers } from "./findings.tsx";
import styles from "./import.module.css";
import type { Decisions } from "./table.ts";

interface ImportCheckProps {
  answer: ImportAnswer;
  decisions: Decisions;
  error: unknown;
  isPending: boolean;
  /** Checks again with what was decided. */
  onDecide: (decisions: Decisions) => void;
  onBack: () => void;
  onConfirm: () => void;
}

const countNames: Record<keyof ImportCounts, string> = {
  new: "new",
  changed: "changed",
  same: "the same",
  skipped: "skipped",
  unknown_player: "of unknown players",
  unknown_activity: "of unknown activities",
  invalid: "invalid",
};

/** What the file would do. Nothing is written before it is confirmed. */
export function ImportCheck({ answer, decisions, error, isPending, onDecide, onBack, onConfirm }: ImportCheckProps) {
  const { counts, same_file } = answer;
  // A name that was decided is unknown no longer, and still the person's to decide otherwise.
  const [names] = useState(answer.unknown_players);
  const toWrite = counts.new + counts.changed;
  const wantsReason = decisions.reason !== "" || answer.problems.some(({ problem }) => problem.includes("locked"));
  const added = answer.players_added;
  const isReady = toWrite + added > 0 && (same_file === null || decisions.again);
  return (
    <>
      <Counts counts={counts} />
      {same_file && (
        <Notice tone="warning">
          <p>
            {same_file.by} imported the same file <RelativeTime iso={same_file.created_at} />.
          </p>
          <Checkbox
            label="Import it once more"
            checked={decisions.again}
            onChange={(isChecked) => onDecide({ ...decisions, again: isChecked })}
          />
        </Notice>
      )}
      <Select
        label="Values that are there already"
        value={decisions.policy}
        onChange={(policy) => onDecide({ ...decisions, policy })}
        options={[
          { value: "skip", label: "stay as they are" },
          { value: "overwrite", label: "get the file’s value" },
          { value: "add", label: "get the file’s value on top" },
        ]}
      />
      <UnknownPlayers names={names} decisions={decisions} onDecide={onDecide} />
      <UnknownActivities answer={answer} />
      <ProblemLines answer={answer} />
      {wantsReason && <ReasonField reason={decisions.reason} onSay={(reason) => onDecide({ ...decisions, reason })} />}
      <ErrorMessage error={error} />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" disabled={!isReady} busy={isPending} onClick={onConfirm}>
          {confirmText(toWrite, added)}
        </Button>
      </DialogActions>
    </>
  );
}

function confirmText(toWrite: number, added: number): string {
  if (toWrite + added === 0) return "Nothing to import";
  const parts = [toWrite > 0 && plural(toWrite, "value"), added > 0 && plural(added, "new player")];
  return `Import ${parts.filter(Boolean).join(" and ")}`;
}

function Counts({ counts }: { counts: ImportCounts }) {
  const shown = (Object.keys(countNames) as (keyof ImportCounts)[]).filter(
    (name) => counts[name] > 0 || name === "new",
  );
  return (
    <Row as="ul" gap={2} aria-label="What the file would do">
      {shown.map((name) => (
        <li key={name} className={styles.count} data-kind={name}>
          <strong>{formatNumber(counts[name])}</strong> {countNames[name]}
        </li>
      ))}
    </Row>
  );
}

function ReasonField({ reason, onSay }: { reason: string; onSay: (reason: string) => void }) {
  return (
    <TextField
      label="Reason for changing locked days"
      maxLength={200}
      defaultValue={reason}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value.trim() !== reason) onSay(currentTarget.value.trim());
      }}
    />
  );
}
