import type { ComponentProps, CSSProperties } from "react";
import { Field, type FieldProps } from "./core/field.tsx";
import styles from "./textarea.module.css";

interface TextareaProps extends FieldProps, Omit<ComponentProps<"textarea">, "required"> {
  rows?: number;
  /** How many characters there may be; they are counted where this is given. */
  max?: number;
}

/** Several lines of text. */
export function Textarea(props: TextareaProps) {
  const { label, hint, error, conflict, required, rows = 3, max, ...area } = props;
  return (
    <Field label={label} hint={hint} error={error} conflict={conflict} required={required}>
      {(control) => (
        <>
          <TextareaControl rows={rows} {...control} {...area} />
          {max !== undefined && (
            <small className={styles.count}>
              {Array.from(String(area.value ?? "")).length} / {max}
            </small>
          )}
        </>
      )}
    </Field>
  );
}

/** The control alone, where something else labels it. */
export function TextareaControl({ rows = 3, ...area }: ComponentProps<"textarea">) {
  return <textarea {...area} className={styles.area} rows={rows} style={{ "--rows": rows } as CSSProperties} />;
}
