import type { ReactNode, SubmitEvent } from "react";
import { problemText } from "../../lib/problem-text.ts";
import { SavedNote } from "../../ui/feedback.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import styles from "./clans.module.css";
import type { ClanDraftState } from "./use-clan-draft.ts";

interface SettingsFormProps {
  draft: ClanDraftState;
  form: { wrongFields: number; isPending: boolean; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void };
  mayChange: boolean;
  /** What the button says. */
  action: string;
  children: ReactNode;
}

/** A form of a clan's settings. Whoever may only look sees the same fields, switched off. */
export function SettingsForm({ draft, form, mayChange, action, children }: SettingsFormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={form.onSubmit}
      onChange={draft.isSaved ? draft.forget : undefined}
      noValidate
    >
      <FormSummary problem={draft.problem && problemText(draft.problem)} wrongFields={form.wrongFields} />
      <fieldset className={styles.fields} disabled={!mayChange}>
        {children}
      </fieldset>
      {mayChange && (
        <div className={styles.actions}>
          <SubmitButton label={action} isPending={form.isPending || draft.isPending} />
          <SavedNote text={draft.isSaved && "Saved"} />
        </div>
      )}
    </form>
  );
}
