import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./form.module.css";

interface TickFieldProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  error?: ReactNode;
}

/** Something to agree to, with one message when it was left out. */
export function TickField({ label, error, ...input }: TickFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.tick}>
        <input
          type="checkbox"
          {...input}
          {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className={styles.problem}>
          {error}
        </p>
      )}
    </div>
  );
}
