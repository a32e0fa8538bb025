import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";
import styles from "./select-field.module.css";

/** One of a few, in the device's own list. */
export function SelectField({ label, hint, error, conflict, ...select }: ComponentProps<"select"> & FieldWords) {
  return (
    <FieldFrame label={label} hint={hint} error={error} conflict={conflict}>
      {(ties) => <select className={styles.select} {...ties} {...select} />}
    </FieldFrame>
  );
}
