import type { ComponentProps, ReactNode } from "react";
import styles from "./switch-field.module.css";

interface SwitchFieldProps extends Omit<ComponentProps<"input">, "type" | "role"> {
  label: ReactNode;
}

/** Something that is on or off, and changes as soon as it is pressed. */
export function SwitchField({ label, ...input }: SwitchFieldProps) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" role="switch" aria-checked={input.checked} {...input} />
      <span>{label}</span>
    </label>
  );
}
