import type { ReactNode } from "react";
import { Form } from "../../ui/core/field.tsx";
import { SavedNote } from "../../ui/core/notice.tsx";
import { type AnyForm, FormErrors, FormFooter, UnsavedGuard } from "../../ui/form-dialog.tsx";
import styles from "./clans.module.css";

interface SettingsFormProps {
  form: AnyForm & { isSaved: boolean };
  mayChange: boolean;
  /** What the button says. */
  action: string;
  children: ReactNode;
}

/** A form of a clan's settings. Whoever may only look sees the same fields, switched off. */
export function SettingsForm({ form, mayChange, action, children }: SettingsFormProps) {
  return (
    <>
      <Form className={styles.form} {...form.formProps}>
        <FormErrors form={form} />
        <fieldset className={styles.fields} disabled={!mayChange}>
          {children}
        </fieldset>
        {mayChange && (
          <FormFooter form={form} action={action}>
            <SavedNote text={form.isSaved && "Saved"} />
          </FormFooter>
        )}
      </Form>
      <UnsavedGuard form={form} />
    </>
  );
}
