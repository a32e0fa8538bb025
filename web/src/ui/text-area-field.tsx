import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";
import styles from "./text-area-field.module.css";

/** Several lines of text. */
export function TextAreaField({ label, hint, error, conflict, ...area }: ComponentProps<"textarea"> & FieldWords) {
  return (
    <FieldFrame label={label} hint={hint} error={error} conflict={conflict}>
      {(ties) => <textarea className={styles.area} rows={3} {...ties} {...area} />}
    </FieldFrame>
  );
}
