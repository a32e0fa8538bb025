import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../core/button.tsx";
import { Form } from "../core/field.tsx";
import { ErrorMessage } from "../core/notice.tsx";
import { Dialog, DialogActions } from "../dialog.tsx";
import { Textarea } from "../fields.tsx";

interface TextDialogProps {
  title: string;
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
  const { title, label, hint, action, isDanger, least, max, onSend, onClose, children } = props;
  const [text, setText] = useState("");
  const [isTooShort, setTooShort] = useState(false);
  const work = useMutation({ mutationFn: onSend, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const isShort = text.trim().length < least;
          setTooShort(isShort);
          if (!isShort && !work.isPending) work.mutate(text.trim());
        }}
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
        <ErrorMessage error={work.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={isDanger ? "danger" : "primary"} busy={work.isPending}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
