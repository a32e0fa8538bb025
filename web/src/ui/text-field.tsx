import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./form.module.css";

export interface TextFieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** A button at the end of the line. */
  action?: ReactNode;
}

/** One line of text with its label, a hint below and one message when something is wrong. Small on purpose: Login opens with it. */
export function TextField({ label, hint, error, action, ...input }: TextFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          id={id}
          className={styles.input}
          data-with-action={action ? true : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {action}
      </div>
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.problem}>
          {error}
        </p>
      )}
    </div>
  );
}
