import { adminReason, type UserDetail } from "@clanhall/contract/admin-users";
import { toNameKey } from "@clanhall/contract/text";
import { useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { problemText } from "../../lib/error-text.ts";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import { schemaRule } from "../../lib/zod-setup.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import type { UserDeed } from "./user-deeds.ts";
import { useDoToUser } from "./api.ts";

interface DeedDialogProps {
  user: UserDetail;
  deed: UserDeed;
  onGone: () => void;
  onClose: () => void;
}

/** Asks for the reason, and for the name where there is no way back. */
export function DeedDialog({ user, deed, onGone, onClose }: DeedDialogProps) {
  const { form, problem } = useDeedForm({ user, deed, onGone, onClose });
  const name = user.display_name;
  return (
    <Dialog title={deed.title(name)} onClose={onClose}>
      <p>{deed.meaning}</p>
      <Form onSubmit={form.onSubmit}>
        <FormSummary error={problem ? problemText(problem) : null} wrongFields={form.wrongFields} />
        <TextField
          label="Reason"
          hint="5 to 200 characters. It is kept in the admin audit."
          autoComplete="off"
          {...form.text("reason")}
        />
        {deed.isFinal && (
          <TextField
            label={`Type “${name}” to confirm`}
            autoComplete="off"
            spellCheck={false}
            {...form.text("typed")}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          {deed.isDanger ? (
            <Button type="submit" variant="danger" busy={form.isPending}>
              {deed.label}
            </Button>
          ) : (
            <Button type="submit" variant="primary" busy={form.isPending}>
              {deed.label}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function useDeedForm({ user, deed, onGone, onClose }: DeedDialogProps) {
  const { mutateAsync } = useDoToUser(user.id, deed);
  const [problem, setProblem] = useState<unknown>(null);
  const name = user.display_name;
  const isTyped = (text: string) => !deed.isFinal || toNameKey(text) === toNameKey(name);
  const form = useForm({
    rules: {
      reason: schemaRule(adminReason),
      typed: (text: string) => (isTyped(text) ? null : `Type the name: ${name}`),
    },
    send: async ({ reason }) => {
      setProblem(null);
      try {
        await mutateAsync(adminReason.parse(reason));
        showToast({ kind: "success", message: deed.done(name) });
        onClose();
        if (deed.isFinal) onGone();
        return {};
      } catch (error) {
        const found = serverFieldErrors(error, { reason });
        if (!found) setProblem(error);
        return found ?? {};
      }
    },
  });
  return { form, problem };
}
