import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useWhileMounted } from "../lib/hooks.ts";
import { Button } from "./core/button.tsx";
import { TextField } from "./core/field.tsx";
import { ErrorMessage } from "./core/notice.tsx";
import { Dialog } from "./dialog.tsx";
import { useLateError } from "./late-error.ts";

interface ConfirmDialogProps {
  title: string;
  /** What the button says; it names what is done. */
  action: string;
  /** For what cannot be undone; most of what is asked is. */
  danger?: boolean;
  /** Has to be typed first, for what would hurt most. */
  typedText?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done. It stays open until it is done, and says why if it cannot be. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, danger = true, typedText, onConfirm, onClose, children } = props;
  const [typed, setTyped] = useState("");
  const work = useMutation({
    mutationFn: onConfirm,
    onSuccess: useWhileMounted(onClose),
    onError: useLateError(title),
  });
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant={danger ? "danger" : "primary"}
        busy={work.isPending}
        disabled={typedText !== undefined && typed.trim() !== typedText}
        onClick={() => work.mutate()}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      {children}
      {typedText !== undefined && (
        <TextField
          label={`Type ${typedText} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <ErrorMessage error={work.error} />
    </Dialog>
  );
}
