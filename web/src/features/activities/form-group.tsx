import type { ReactNode } from "react";
import styles from "./form.module.css";

/** Fields that belong together, under a word for them. */
export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
