import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./form.module.css";
import own from "./text-area-field.module.css";

interface TextAreaFieldProps extends ComponentProps<"textarea"> {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** Several lines of text. */
export function TextAreaField({ label, hint, error, ...area }: TextAreaFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={own.area}
        rows={3}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...area}
      />
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
