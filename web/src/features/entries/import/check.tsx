import type { ImportCounts } from "@clanhall/contract/entry-imports";
import { useState } from "react";
import buttons from "../../../ui/button.module.css";
import { DialogActions } from "../../../ui/dialog.tsx";
import feedback from "../../../ui/feedback.module.css";
import { Problem } from "../../../ui/feedback.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { TickField } from "../../../ui/tick-field.tsx";
import type { ImportAnswer } from "./api.ts";
import { formatCellCount } from "../format.ts";
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
  const isReady = toWrite > 0 && (same_file === null || decisions.again);
  return (
    <>
      <Counts counts={counts} />
      {same_file && (
        <div className={feedback.notice} data-kind="warning">
          <p>
            {same_file.by} imported the same file <RelativeTime iso={same_file.created_at} />.
          </p>
          <TickField
            label="Import it once more"
            checked={decisions.again}
            onChange={({ currentTarget }) => onDecide({ ...decisions, again: currentTarget.checked })}
          />
        </div>
      )}
      <SelectField
        label="Cells that have a value already"
        value={decisions.policy}
        onChange={({ currentTarget }) => onDecide({ ...decisions, policy: currentTarget.value as Decisions["policy"] })}
      >
        <option value="skip">stay as they are</option>
        <option value="overwrite">get the file’s value</option>
        <option value="add">get the file’s value on top</option>
      </SelectField>
      <UnknownPlayers names={names} decisions={decisions} onDecide={onDecide} />
      <UnknownActivities answer={answer} />
      <ProblemLines answer={answer} />
      {wantsReason && <ReasonField reason={decisions.reason} onSay={(reason) => onDecide({ ...decisions, reason })} />}
      <Problem error={error} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onBack}>
          Back
        </button>
        <button type="button" className={buttons.primary} disabled={!isReady} aria-busy={isPending} onClick={onConfirm}>
          {toWrite === 0 ? "Nothing to import" : `Import ${formatCellCount(toWrite)}`}
        </button>
      </DialogActions>
    </>
  );
}

function Counts({ counts }: { counts: ImportCounts }) {
  const shown = (Object.keys(countNames) as (keyof ImportCounts)[]).filter(
    (name) => counts[name] > 0 || name === "new",
  );
  return (
    <ul className={styles.counts} aria-label="What the file would do">
      {shown.map((name) => (
        <li key={name} className={styles.count} data-kind={name}>
          <strong>{counts[name].toLocaleString("en-GB")}</strong> {countNames[name]}
        </li>
      ))}
    </ul>
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
