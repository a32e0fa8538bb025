import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorMessage } from "./core/notice.tsx";
import { Button } from "./core/button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";

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
      <ErrorMessage error={work.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={work.isPending} onClick={() => work.isPending || work.mutate()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
