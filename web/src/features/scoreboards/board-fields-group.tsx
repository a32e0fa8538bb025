import { type ReactNode, useId } from "react";
import formStyles from "../../ui/form.module.css";
import styles from "./board-form.module.css";

interface ChoiceGroupProps {
  label: string;
  hint?: ReactNode;
  error: string | undefined;
  children: ReactNode;
}

/** Choices that belong together, with one message when something about them is wrong. */
export function ChoiceGroup({ label, hint, error, children }: ChoiceGroupProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset
      className={styles.choices}
      data-wrong={error ? true : undefined}
      aria-describedby={described || undefined}
    >
      <legend className={formStyles.label}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.groupHint}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className={formStyles.problem}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
