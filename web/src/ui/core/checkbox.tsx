import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";
import styles from "./field.module.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "checked"> {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: ReactNode;
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean;
}

/** Something to choose or to agree to, with one message when it was left out. */
export function Checkbox({ label, error, indeterminate = false, onChange, ...input }: CheckboxProps) {
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
        <span>{label}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
