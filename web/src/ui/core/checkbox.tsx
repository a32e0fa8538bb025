import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";
import { Muted } from "./layout.tsx";
import styles from "./field.module.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "checked"> {
  label: ReactNode;
  /** What it means, below the label. */
  note?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: ReactNode;
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean;
}

/** Something to choose or to agree to, with one message when it was left out. */
export function Checkbox({ label, note, error, indeterminate = false, onChange, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.checkbox}>
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = indeterminate;
          }}
          {...input}
          {...(error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {note === undefined ? (
          <span>{label}</span>
        ) : (
          <span>
            <strong>{label}</strong> <Muted as="small">{note}</Muted>
          </span>
        )}
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

interface RadioProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "checked"> {
  label: string;
  checked: boolean;
  onChange: () => void;
}

/** One of several, which have their `name` in common. */
export function Radio({ label, ...input }: RadioProps) {
  return (
    <label className={styles.checkbox}>
      <input type="radio" {...input} />
      <span>{label}</span>
    </label>
  );
}
