import { useState } from "react";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { toDateWords } from "../../lib/clan-day-words.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useReopenDay } from "./entries.api.ts";

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
    if (reason.trim() === "") return setProblem("Say why the day is opened again.");
    if (reopen.isPending) return;
    reopen.mutate(reason.trim(), {
      onSuccess: () => {
        showToast({ kind: "success", message: `${toDateWords(day)} is open for 24 hours` });
        onClose();
      },
    });
  };
  return (
    <Dialog title={`Re-open ${toDateWords(day)}`} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p>For 24 hours this day can be written like a late one, by everybody who may enter values.</p>
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
