import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./field.module.css";

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** Said beside the label, smaller, where there is room for it. */
  note?: string | undefined;
  disabled?: boolean | undefined;
}

interface SelectControlProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "value" | "onChange" | "children" | "required"
> {
  value: NoInfer<Value> | "" | undefined;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  /** As wide as its text, which is small. */
  compact?: boolean | undefined;
}

/** One of a few, in the device's own list. */
export function Select<Value extends string>(props: FieldProps & SelectControlProps<Value>) {
  const { label, hint, error, conflict, required, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} conflict={conflict} required={required}>
      {(control) => <SelectControl {...control} {...select} />}
    </Field>
  );
}

/** The control alone, where something else labels it. */
export function SelectControl<Value extends string>(props: SelectControlProps<Value>) {
  const { value, onChange, options, placeholder, compact, className, ...select } = props;
  return (
    <select
      {...select}
      className={className ? `${styles.select} ${className}` : styles.select}
      data-compact={compact}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
