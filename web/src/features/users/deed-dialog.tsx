import { adminReason, type UserDetail } from "@clanhall/contract/admin-users";
import { toNameKey } from "@clanhall/contract/text";
import { useState } from "react";
import { problemText } from "../../lib/problem-text.ts";
import { fieldProblems, schemaRule } from "../../lib/schema-rule.ts";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import forms from "../../ui/form.module.css";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
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
      <form className={forms.form} onSubmit={form.onSubmit} noValidate>
        <FormSummary problem={problem ? problemText(problem) : null} wrongFields={form.wrongFields} />
        <TextField
          label="Reason"
          hint="5 to 200 characters. It is kept in the admin audit."
          autoComplete="off"
          {...form.textField("reason")}
        />
        {deed.isFinal && (
          <TextField
            label={`Type “${name}” to confirm`}
            autoComplete="off"
            spellCheck={false}
            {...form.textField("typed")}
          />
        )}
        <DialogActions>
          <button type="button" className={buttons.secondary} onClick={onClose}>
            Cancel
          </button>
          {deed.isDanger ? (
            <button type="submit" className={buttons.danger} aria-busy={form.isPending}>
              {deed.label}
            </button>
          ) : (
            <SubmitButton label={deed.label} isPending={form.isPending} />
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useDeedForm({ user, deed, onGone, onClose }: DeedDialogProps) {
  const { mutateAsync } = useDoToUser(user.id, deed);
  const [problem, setProblem] = useState<unknown>(null);
  const name = user.display_name;
  const isTyped = (text: string) => !deed.isFinal || toNameKey(text) === toNameKey(name);
  const form = useCheckedForm({
    rules: {
      reason: schemaRule(adminReason),
      typed: (text: string) => (isTyped(text) ? null : `Type the name: ${name}`),
    },
    send: async ({ reason }) => {
      setProblem(null);
      try {
        await mutateAsync(adminReason.parse(reason));
        void showToast({ kind: "success", message: deed.done(name) });
        onClose();
        if (deed.isFinal) onGone();
        return {};
      } catch (error) {
        const found = fieldProblems(error, { reason });
        if (!found) setProblem(error);
        return found ?? {};
      }
    },
  });
  return { form, problem };
}
