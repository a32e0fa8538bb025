import { useState } from "react";
import { formatClanDate } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useReopenDay } from "./api.ts";
import styles from "./day.module.css";
import type { DaySheet } from "./sheet/day-sheet.ts";
import { type DraftKey, keepReason } from "./sheet/stored-drafts.ts";
import { useWholeSheet } from "./use-day-sheet.ts";

export const reasonId = "locked-day-reason";

interface LockedNoticeProps {
  sheet: DaySheet;
  draftKey: DraftKey;
}

/** Asks once why a locked day is changed, and says to everybody else that it cannot be. */
export function LockedNotice({ sheet, draftKey }: LockedNoticeProps) {
  useWholeSheet(sheet);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { state, can_write } = sheet.day.window;
  if (state !== "locked") return null;
  if (!can_write) {
    return <Notice>This day is locked and can no longer be changed.</Notice>;
  }
  if (!sheet.needsReason()) return null;
  return (
    <Notice>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const said = reason.trim();
          if (said === "") return setProblem("Enter a reason.");
          keepReason(draftKey, said);
          sheet.giveReason(said);
        }}
      >
        <p>This day is locked. To change it, enter a reason. It is kept with every change.</p>
        <div className={styles.reason} id={reasonId}>
          <TextField
            label="Reason"
            maxLength={200}
            value={reason}
            error={problem}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit">Edit this day</Button>
        </div>
      </form>
    </Notice>
  );
}

interface ReopenDialogProps {
  clanId: string;
  day: string;
  onClose: () => void;
}

export function ReopenDialog({ clanId, day, onClose }: ReopenDialogProps) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const reopen = useReopenDay(clanId, day);
  const send = () => {
    if (reason.trim() === "") return setProblem("Enter a reason.");
    if (reopen.isPending) return;
    reopen.mutate(reason.trim(), {
      onSuccess: () => {
        showToast({ kind: "success", message: `${formatClanDate(day)} is open for 24 hours` });
        onClose();
      },
    });
  };
  return (
    <Dialog title={`Re-open ${formatClanDate(day)}`} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>Everyone who can enter values can change this day for 24 hours.</p>
        <TextField
          label="Reason"
          hint="Kept in the audit log."
          maxLength={200}
          value={reason}
          error={problem}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <ErrorMessage error={reopen.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={reopen.isPending}>
            Re-open for 24 h
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
