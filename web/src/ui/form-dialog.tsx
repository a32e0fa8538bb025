import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { hasStatus } from "../lib/call-error.ts";
import buttons from "./button.module.css";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import feedback from "./feedback.module.css";
import { Problem } from "./feedback.tsx";
import { FieldConflict } from "./field-frame.tsx";
import styles from "./form-dialog.module.css";
import { FormSummary } from "./form-summary.tsx";
import { SubmitButton } from "./submit-button.tsx";
import type { VersionedForm } from "./use-versioned-form.ts";

/** What these parts need to know of a form, whatever its fields are. */
type AnyForm = Pick<
  VersionedForm<object>,
  | "conflicts"
  | "error"
  | "formErrors"
  | "formProps"
  | "hasChanges"
  | "isBlocked"
  | "isDirty"
  | "isKept"
  | "isPending"
  | "isUnshown"
  | "reset"
  | "wrongFields"
>;

/** Above the fields: what belongs to none of them. */
export function FormErrors({ form }: { form: AnyForm }) {
  const { formErrors, conflicts, isUnshown, wrongFields } = form;
  return (
    <>
      <FormSummary
        problem={formErrors.length > 0 && formErrors.map((message) => <p key={message}>{message}</p>)}
        wrongFields={wrongFields}
      />
      {isUnshown &&
        conflicts.map((conflict) => <FieldConflict key={conflict.label} id={conflict.label} {...conflict} />)}
    </>
  );
}

interface FormFooterProps {
  form: AnyForm;
  /** What the button says. */
  action: string;
  onCancel?: () => void;
  children?: ReactNode;
}

/** Below the fields: why it could not be saved, and the buttons. */
export function FormFooter({ form, action, onCancel, children }: FormFooterProps) {
  return (
    <>
      <FormError form={form} />
      {form.wrongFields > 0 && <p className={styles.wrong}>Check the fields marked above.</p>}
      <DialogActions>
        {onCancel && (
          <button type="button" className={buttons.secondary} onClick={onCancel}>
            Cancel
          </button>
        )}
        <SubmitButton label={action} isPending={form.isPending} isOff={form.isBlocked} />
        {children}
      </DialogActions>
    </>
  );
}

function FormError({ form: { error, isBlocked } }: { form: Pick<AnyForm, "error" | "isBlocked"> }) {
  if (!isBlocked) return <Problem error={error} />;
  return (
    <p role="alert" className={feedback.problem}>
      {hasStatus(error, 404) ? "This no longer exists" : "You can no longer change this"}, so it cannot be saved. Your
      input is still here.
    </p>
  );
}

interface FormDialogProps {
  title: string;
  action: string;
  form: AnyForm;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a window of its own. What was typed is not thrown away without a question. */
export function FormDialog({ title, action, form, isWide = false, onClose, children }: FormDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const leave = () => (form.hasChanges() && !form.isKept ? setAsking(true) : onClose());
  const discard = () => {
    form.reset();
    onClose();
  };
  return (
    <>
      <Dialog title={title} onClose={leave} isWide={isWide}>
        <form className={styles.form} {...form.formProps}>
          <FormErrors form={form} />
          {children}
          <FormFooter form={form} action={action} onCancel={leave} />
        </form>
      </Dialog>
      {isAsking && <DiscardDialog onDiscard={discard} onStay={() => setAsking(false)} />}
      <UnsavedGuard form={form} />
    </>
  );
}

/** Asks before another page takes the place of what was typed. Whoever is signed out cannot save it any more. */
export function UnsavedGuard({ form }: { form: Pick<AnyForm, "hasChanges" | "isKept"> }) {
  const isUnsaved = () => form.hasChanges() && !form.isKept;
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isUnsaved() && next.pathname !== "/" && next.pathname !== "/login",
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return blocker.status === "blocked" && <DiscardDialog onDiscard={blocker.proceed} onStay={blocker.reset} />;
}

function DiscardDialog({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog title="Discard changes?" action="Discard" onConfirm={async () => onDiscard()} onClose={onStay}>
      <p>What you changed here is not saved yet.</p>
    </ConfirmDialog>
  );
}
