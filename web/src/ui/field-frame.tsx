import { type ReactNode, useId } from "react";
import styles from "./form.module.css";

export interface FieldWords {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** What ties a control to its label, its hint and its message. */
interface Ties {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A control with its label, a hint below and one message when something is wrong. Small on purpose: Login opens with it. */
export function FieldFrame({ label, hint, error, children }: FieldWords & { children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined })}
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
