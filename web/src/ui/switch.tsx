import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./switch.module.css";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "checked" | "onChange"> {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** It is being saved: it stays as it is until then. */
  busy?: boolean;
}

/** Something that is on or off, and changes as soon as it is pressed. */
export function Switch({ label, hint, checked, onChange, busy = false, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.switch}>
      <input
        id={id}
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-busy={busy}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => busy || onChange(currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
