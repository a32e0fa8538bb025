import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./form.module.css";
import own from "./select-field.module.css";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** One of a few, in the device's own list. */
export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={own.select}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...select}
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
