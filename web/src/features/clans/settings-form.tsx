import type { ReactNode, SubmitEvent } from "react";
import { Form } from "../../ui/core/field.tsx";
import { FormSummary, SavedNote } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { problemText } from "../../lib/problem-text.ts";
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
    <Form className={styles.form} onSubmit={form.onSubmit} onChange={draft.isSaved ? draft.forget : undefined}>
      <FormSummary error={draft.problem && problemText(draft.problem)} wrongFields={form.wrongFields} />
      <fieldset className={styles.fields} disabled={!mayChange}>
        {children}
      </fieldset>
      {mayChange && (
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={form.isPending || draft.isPending}>
            {action}
          </Button>
          <SavedNote text={draft.isSaved && "Saved"} />
        </div>
      )}
    </Form>
  );
}
