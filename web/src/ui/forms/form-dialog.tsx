import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { hasStatus } from "../../lib/api-errors.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button } from "../core/button.tsx";
import { FieldConflict, FieldError, Form } from "../core/field.tsx";
import { ErrorMessage, FormSummary, Notice } from "../core/notice.tsx";
import { Dialog, DialogActions } from "../dialog.tsx";
import type { VersionedForm } from "./use-versioned-form.ts";

/** What these parts need to know of a form, whatever its fields are. */
export type AnyForm = Pick<
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
        error={formErrors.length > 0 && formErrors.map((message) => <p key={message}>{message}</p>)}
        wrongFields={wrongFields}
      />
      {isUnshown &&
        conflicts.map(({ key, ...conflict }) => <FieldConflict key={key} id={`${key}-conflict`} {...conflict} />)}
    </>
  );
}

interface FormFooterProps {
  form: AnyForm;
  /** What the button says. */
  action: string;
  onCancel?: () => void;
  /** What the way out says. */
  cancel?: string;
  /** More buttons, or what became of the last try. */
  children?: ReactNode;
}

/** Below the fields: why it could not be saved, and the buttons. */
export function FormFooter({ form, action, onCancel, cancel = "Cancel", children }: FormFooterProps) {
  return (
    <>
      <SaveError form={form} />
      {form.wrongFields > 0 && <FieldError>Check the fields marked above.</FieldError>}
      <DialogActions>
        {children}
        {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
        <Button type="submit" variant="primary" busy={form.isPending} aria-disabled={form.isBlocked}>
          {action}
        </Button>
      </DialogActions>
    </>
  );
}

function SaveError({ form: { error, isBlocked } }: { form: Pick<AnyForm, "error" | "isBlocked"> }) {
  if (!isBlocked) return <ErrorMessage error={error} />;
  return (
    <Notice tone="danger" role="alert">
      {`${hasStatus(error, 404) ? "This no longer exists" : "You can no longer change this"}, so it cannot be saved. Your input is still here.`}
    </Notice>
  );
}

interface DialogFormProps {
  /** What the button says. */
  action: string;
  form: AnyForm;
  onClose: () => void;
  /** Where the dialog around it finds how it is left. */
  leaveRef: RefObject<(() => void) | null>;
  children: ReactNode;
}

interface FormDialogProps extends Omit<DialogFormProps, "leaveRef"> {
  title: string;
  size?: "md" | "lg";
}

/** A form in a window of its own. */
export function FormDialog({ title, size = "md", ...props }: FormDialogProps) {
  const leave = useRef<() => void>(null);
  return (
    <Dialog title={title} onClose={() => leave.current?.()} size={size}>
      <DialogForm {...props} leaveRef={leave} />
    </Dialog>
  );
}

/** The form in a dialog. */
export function DialogForm({ action, form, onClose, leaveRef, children }: DialogFormProps) {
  const { leave, question } = useLeave(form, onClose);
  useImperativeHandle(leaveRef, () => leave);
  return (
    <>
      {question}
      <Form {...form.formProps}>
        <FormErrors form={form} />
        {children}
        <FormFooter form={form} action={action} onCancel={leave} />
      </Form>
    </>
  );
}

/** How a dialog is left: what was typed is not thrown away without a question. */
export function useLeave(form: Pick<AnyForm, "hasChanges" | "isKept" | "reset">, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  const leave = () => (form.hasChanges() && !form.isKept ? setAsking(true) : onClose());
  const discard = () => {
    form.reset();
    onClose();
  };
  const question = (
    <>
      {isAsking && <DiscardDialog onDiscard={discard} onStay={() => setAsking(false)} />}
      <UnsavedGuard form={form} />
    </>
  );
  return { leave, question };
}

/** For fields that no form keeps. What is on its way, or has arrived when the dialog closes, is not lost. */
export function useChanges(input: unknown, isSent: boolean) {
  const now = JSON.stringify(input);
  const before = useRef(now);
  return {
    hasChanges: () => !isSent && now !== before.current,
    isKept: false,
    reset: () => {
      before.current = now;
    },
  };
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

export function DiscardDialog({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog title="Discard changes?" action="Discard" onConfirm={async () => onDiscard()} onClose={onStay}>
      <p>What you changed here is not saved yet.</p>
    </ConfirmDialog>
  );
}
