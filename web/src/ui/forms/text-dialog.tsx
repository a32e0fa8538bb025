import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useWhileMounted } from "../../lib/hooks.ts";
import { Form } from "../core/field.tsx";
import { ErrorMessage } from "../core/notice.tsx";
import { Dialog, SubmitActions } from "../dialog.tsx";
import { Textarea } from "../fields.tsx";
import { useChanges, useLeave } from "./form-dialog.tsx";
import { useLateError } from "../late-error.ts";

interface TextDialogProps {
  title: string;
  /** What is done in it, where the title does not say: "Save the note". */
  tried?: string;
  label: string;
  hint?: string;
  /** What the button says. */
  action: string;
  isDanger?: boolean;
  /** How many characters there must be. */
  least: number;
  max: number;
  onSend: (text: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for one text and sends it. */
export function TextDialog(props: TextDialogProps) {
  const { title, tried = title, label, hint, action, isDanger, least, max, onSend, onClose, children } = props;
  const [text, setText] = useState("");
  const [isTooShort, setTooShort] = useState(false);
  const close = useWhileMounted(onClose);
  const work = useMutation({ mutationFn: onSend, onSuccess: close, onError: useLateError(tried) });
  const send = () => {
    const isShort = text.trim().length < least;
    setTooShort(isShort);
    if (!isShort) work.mutate(text.trim());
  };
  return (
    <SubmitDialog
      title={title}
      action={action}
      danger={isDanger}
      input={text}
      work={work}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
      <Textarea
        label={label}
        hint={hint}
        max={max}
        value={text}
        error={isTooShort ? `Give a ${label.toLowerCase()} of at least ${least} characters.` : null}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </SubmitDialog>
  );
}

interface SubmitDialogProps {
  title: string;
  /** What the button says; it names what is done. */
  action: string;
  danger?: boolean | undefined;
  /** All that can be typed and chosen in it, as it is now: what was changed is not thrown away without a question. */
  input: unknown;
  /** Whether there is something to send. */
  isReady?: boolean;
  /** Whether it is on its way, and why it did not get there; `useLateError` says that once the dialog is closed. */
  work: { isPending: boolean; error: unknown };
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A few fields in a dialog and the button that sends them, once at a time. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { title, action, danger = false, input, isReady = true, work, onSubmit, onClose, children } = props;
  const { leave, question } = useLeave(useChanges(input, work.isPending), onClose);
  return (
    <Dialog title={title} onClose={leave}>
      {question}
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !work.isPending) onSubmit(event);
        }}
      >
        {children}
        <ErrorMessage error={work.error} />
        <SubmitActions action={action} danger={danger} busy={work.isPending} disabled={!isReady} onCancel={leave} />
      </Form>
    </Dialog>
  );
}
