import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "../field-frame.tsx";
import styles from "../select-field.module.css";

interface Option<Value extends string = string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string>
  extends FieldWords, Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
  value: NoInfer<Value> | "" | undefined;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

/** One of a few, in the device's own list. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, conflict, value, onChange, options, placeholder, ...select } = props;
  return (
    <FieldFrame label={label} hint={hint} error={error} conflict={conflict}>
      {(control) => (
        <select
          className={styles.select}
          {...control}
          {...select}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
