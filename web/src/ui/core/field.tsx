import {
  type ChangeEvent,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useId,
  useState,
  type SyntheticEvent,
} from "react";
import { firstControl } from "../focus.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./field.module.css";
import layout from "./layout.module.css";

interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** The field was changed elsewhere while it was changed here. */
export interface Conflict {
  /** As in "Changed by Kara: 12". */
  text: string;
  onKeep: () => void;
  onTake: () => void;
}

export interface FieldProps extends FieldText {
  conflict?: Conflict | null | undefined;
  required?: boolean | undefined;
}

/** What connects a control with its label, its hint and its message. */
export interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

/** A control with its label, a hint below and one message when something is wrong. */
export function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, conflict, required, children } = props;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, conflict && `${id}-conflict`].filter(Boolean);
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      {children({
        id,
        "aria-invalid": error || conflict ? true : undefined,
        "aria-describedby": described.join(" ") || undefined,
        "aria-required": required || undefined,
      })}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {conflict && <FieldConflict id={`${id}-conflict`} label={label} {...conflict} />}
    </div>
  );
}

/** The frame of a field around the control that is written in and what stands beside it. */
export const fieldFrameStyle = styles.frame;

/** Without `htmlFor` it names something that is no control. */
export function FieldLabel({ htmlFor, ...label }: { id?: string; htmlFor?: string; children: ReactNode }) {
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is elsewhere, `htmlFor` names it
  return htmlFor ? (
    <label {...label} className={styles.label} htmlFor={htmlFor} />
  ) : (
    <span {...label} className={styles.label} />
  );
}

export function FieldHint(hint: ComponentProps<"div">) {
  return <div {...hint} className={styles.hint} />;
}

export function FieldError(error: ComponentProps<"p">) {
  return <p {...error} className={styles.error} />;
}

/** Two changes of the same field: the person decides, and until then nothing of theirs is lost. */
export function FieldConflict({ id, label, text, onKeep, onTake }: Conflict & { id: string; label: string }) {
  // The button goes with its question: the field has the focus then.
  const decide = (choose: () => void) => (event: MouseEvent) => {
    choose();
    firstControl(event.currentTarget.closest("[role=group]")?.parentElement ?? null)?.focus();
  };
  return (
    <div role="group" aria-label={`Conflict: ${label}`} className={styles.conflict}>
      <p id={id} role="alert">
        {text}
      </p>
      <Button size="sm" aria-describedby={id} onClick={decide(onKeep)}>
        Keep mine
      </Button>
      <Button size="sm" aria-describedby={id} onClick={decide(onTake)}>
        Take theirs
      </Button>
    </div>
  );
}

interface FieldGroupProps extends ComponentProps<"fieldset">, FieldText {
  conflict?: Conflict | null | undefined;
}

/** Several controls under one label, such as a row of days, with one message for all of them. */
export function FieldGroup({ label, hint, error, conflict, children, ...group }: FieldGroupProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset {...group} data-wrong={error ? true : undefined} aria-describedby={described || undefined}>
      <legend className={styles.label}>{label}</legend>
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {conflict && <FieldConflict id={`${id}-conflict`} label={label} {...conflict} />}
    </fieldset>
  );
}

/** Fields below each other. They say themselves what is wrong with them, not the browser. */
export function Form({ className, ...form }: ComponentProps<"form">) {
  return (
    <form
      noValidate
      onSubmitCapture={stopAtUnreadable}
      {...form}
      className={className ? `${layout.stack} ${className}` : layout.stack}
    />
  );
}

/** A text that its field cannot read is nothing that could be sent: the field says so, and the form stays. */
function stopAtUnreadable(event: SyntheticEvent<HTMLFormElement>): void {
  const field = event.currentTarget.querySelector<HTMLElement>("[data-unreadable]");
  if (!field) return;
  event.preventDefault();
  event.stopPropagation();
  field.dispatchEvent(new Event("invalid"));
  field.focus();
}

/** One line of text whose label is not beside it. */
export function Input({ className, ...input }: ComponentProps<"input">) {
  return <input {...input} className={className ? `${styles.input} ${className}` : styles.input} />;
}

export interface TextFieldProps extends Omit<ComponentProps<"input">, "required">, FieldProps {
  /** A button at the end of the line. */
  action?: ReactNode;
}

/** One line of text. */
export function TextField({ label, hint, error, conflict, required, action, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} conflict={conflict} required={required}>
      {(control) => (
        <div className={styles.line}>
          <input className={styles.input} data-with-action={action ? true : undefined} {...control} {...input} />
          {action && <span className={styles.action}>{action}</span>}
        </div>
      )}
    </Field>
  );
}

interface PasswordFieldProps extends TextFieldProps {
  /** What is hidden, where it is no password. */
  what?: string;
}

/** A password that can be shown; the button for it is a tab stop like any other. */
export function PasswordField({ what = "password", ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      action={
        <IconButton
          icon={isShown ? "eye-off" : "eye"}
          label={`${isShown ? "Hide" : "Show"} ${what}`}
          onClick={() => setShown(!isShown)}
        />
      }
      {...props}
    />
  );
}

interface CodeFieldProps extends Omit<TextFieldProps, "label" | "type" | "maxLength"> {
  label?: string;
  length?: number;
}

/**
 * A one-time code. It is one plain field, so that it can be pasted, dictated and filled in by the browser; spaces and
 * dashes that came along are dropped.
 */
export function CodeField({ label = "Code", length = 6, onChange, ...field }: CodeFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget: input } = event;
    const code = input.value.replace(/\D/g, "").slice(0, length);
    if (code !== input.value) input.value = code;
    onChange?.(event);
  };
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      data-code
      {...field}
      onChange={change}
    />
  );
}
