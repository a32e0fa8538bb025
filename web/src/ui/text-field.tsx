import type { ComponentProps, ReactNode } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";
import styles from "./form.module.css";

export interface TextFieldProps extends ComponentProps<"input">, FieldWords {
  label: string;
  /** A button at the end of the line. */
  action?: ReactNode;
}

/** One line of text. */
export function TextField({ label, hint, error, conflict, action, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} conflict={conflict}>
      {(ties) => (
        <div className={styles.line}>
          <input className={styles.input} data-with-action={action ? true : undefined} {...ties} {...input} />
          {action}
        </div>
      )}
    </FieldFrame>
  );
}
