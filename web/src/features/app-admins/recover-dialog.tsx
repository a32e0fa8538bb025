import type { StrandedClan } from "@clanhall/contract/admin";
import { adminReason } from "@clanhall/contract/admin-users";
import { useState } from "react";
import { useSendsMail } from "../../domain/profile.ts";
import { problemText } from "../../lib/problem-text.ts";
import { fieldProblems, schemaRule } from "../../lib/schema-rule.ts";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import forms from "../../ui/form.module.css";
import { SelectField } from "../../ui/select-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useRecoverClan } from "./overview.api.ts";

interface RecoverDialogProps {
  clan: StrandedClan;
  onClose: () => void;
}

const rules = {
  member_id: (id: string) => (id ? null : "Choose the member who becomes the owner."),
  reason: schemaRule(adminReason),
};

/** Makes a member the owner of a clan that nobody leads any more. */
export function RecoverDialog({ clan, onClose }: RecoverDialogProps) {
  const { mutateAsync } = useRecoverClan(clan.id);
  const sendsMail = useSendsMail();
  const [problem, setProblem] = useState<unknown>(null);
  const form = useCheckedForm({
    rules,
    send: async (values) => {
      setProblem(null);
      try {
        await mutateAsync({ member_id: values.member_id, reason: adminReason.parse(values.reason) });
        void showToast({ kind: "success", message: `${clan.name} handed over` });
        onClose();
        return {};
      } catch (error) {
        const found = fieldProblems(error, rules);
        if (!found) setProblem(error);
        return found ?? {};
      }
    },
  });
  const { value, error, name } = form.textField("member_id");
  return (
    <Dialog title={`Hand over ${clan.name}`} onClose={onClose}>
      <p>
        {sendsMail
          ? "The member becomes the owner at once, and both are told by mail where they can be reached."
          : "The member becomes the owner at once. This site sends no mail, so tell both yourself."}
      </p>
      <form className={forms.form} onSubmit={form.onSubmit} noValidate>
        <FormSummary problem={problem ? problemText(problem) : null} wrongFields={form.wrongFields} />
        <SelectField
          label="New owner"
          name={name}
          value={value}
          error={error}
          onChange={({ currentTarget }) => form.change("member_id", currentTarget.value)}
        >
          <option value="">Choose a member</option>
          {clan.candidates.map(({ member_id, player, role, email }) => (
            <option key={member_id} value={member_id}>
              {player}, {role} ({email})
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reason"
          hint="5 to 200 characters. It is kept in the admin audit and in the clan’s log."
          autoComplete="off"
          {...form.textField("reason")}
        />
        <DialogActions>
          <button type="button" className={buttons.secondary} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Hand over" isPending={form.isPending} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
