import { useState } from "react";
import { formatClanDate } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import type { Change } from "./api.ts";
import { toCell } from "./address.ts";
import { contentText, sourceNames } from "./format.ts";
import { activityOf, type Look, mayWrite } from "./context.tsx";
import styles from "./changes.module.css";
import { keyOf, type Reverts } from "./use-reverts.ts";

interface ChangeItemProps {
  look: Look;
  change: Change;
  reverts: Reverts;
}

/** One write: what stood there before, what stands there since, who wrote it and why. */
export function ChangeItem({ look, change, reverts }: ChangeItemProps) {
  const kind = activityOf(look, change.activity_id);
  const trouble = reverts.trouble?.key === keyOf(change) ? reverts.trouble : null;
  const canRevert = change.is_current && mayWrite(look, change);
  const about = `${change.member_name}, ${change.activity_name}, ${formatClanDate(change.day)}`;
  return (
    <li className={styles.change}>
      <div className={styles.what}>
        <p className={styles.about}>{about}</p>
        <p className={styles.values}>
          <span className="unseen">from </span>
          <s>{contentText(kind, change.before)}</s>
          <span aria-hidden> → </span>
          <span className="unseen"> to </span>
          <strong>{contentText(kind, change)}</strong>
          {change.is_current && <span className={styles.flag}>now</span>}
          {change.late && <span className={styles.flag}>late</span>}
        </p>
        <p className={styles.who}>
          {change.entered_by_name}, <RelativeTime iso={change.entered_at} /> ·{" "}
          {sourceNames[change.source].toLowerCase()}
          {change.reason && ` · “${change.reason}”`}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => look.onShow({ cell: toCell(change) })}>
          Details<span className="unseen"> of {about}</span>
        </Button>
        {canRevert && trouble?.kind !== "reason" && (
          <Button busy={reverts.pending === keyOf(change)} onClick={() => reverts.revert(change)}>
            Revert<span className="unseen"> {about}</span>
          </Button>
        )}
      </div>
      {trouble?.kind === "reason" && (
        <ReasonForm
          problem={trouble.words}
          isPending={reverts.pending === keyOf(change)}
          onSend={(reason) => reverts.revert(change, reason)}
          onCancel={reverts.forget}
        />
      )}
      {trouble?.kind === "conflict" && (
        <p role="alert" className={styles.conflict}>
          Somebody changed this cell in the meantime: it is now {contentText(kind, trouble.current)}, entered by{" "}
          {trouble.current?.entered_by_name ?? "somebody else"}. Nothing was reverted.
        </p>
      )}
      {trouble?.kind === "problem" && <ErrorMessage error={trouble.error} />}
    </li>
  );
}

interface ReasonFormProps {
  problem: string;
  isPending: boolean;
  onSend: (reason: string) => void;
  onCancel: () => void;
}

/** A locked day is changed only with a word why. */
function ReasonForm({ problem, isPending, onSend, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  return (
    <form
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "" && !isPending) onSend(reason.trim());
      }}
    >
      <TextField
        label="Reason"
        hint={problem}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the button that was just pressed
        autoFocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Revert
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
}
