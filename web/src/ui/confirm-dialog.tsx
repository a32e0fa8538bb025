import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import buttons from "./button.module.css";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Problem } from "./feedback.tsx";

interface ConfirmDialogProps {
  title: string;
  /** What the button says; it names the deed. */
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** For what cannot be undone. It stays open until it is done, and says why if it cannot be. */
export function ConfirmDialog({ title, action, onConfirm, onClose, children }: ConfirmDialogProps) {
  const work = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Problem error={work.error} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={buttons.danger}
          aria-busy={work.isPending}
          onClick={() => work.isPending || work.mutate()}
        >
          {action}
        </button>
      </DialogActions>
    </Dialog>
  );
}
