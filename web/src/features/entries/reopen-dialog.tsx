import { useState } from "react";
import { formatClanDate as toDateWords } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/feedback.tsx";
import form from "../../ui/form.module.css";
import { TextField } from "../../ui/text-field.tsx";
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
        void showToast({ kind: "success", message: `${toDateWords(day)} is open for 24 hours` });
        onClose();
      },
    });
  };
  return (
    <Dialog title={`Re-open ${toDateWords(day)}`} onClose={onClose}>
      <form
        className={form.form}
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
        <Problem error={reopen.error} />
        <DialogActions>
          <button type="button" className={buttons.secondary} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={buttons.primary} aria-busy={reopen.isPending}>
            Re-open for 24 h
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
