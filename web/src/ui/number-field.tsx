import type { ComponentProps } from "react";
import { TextField, type FieldProps } from "./core/field.tsx";

interface NumberFieldProps
  extends FieldProps, Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "required" | "min" | "max"> {
  /** As typed, so that nothing is lost that is no number yet. */
  value: string;
  onChange: (text: string) => void;
  /** What is counted, said after the label. */
  unit?: string;
  decimals?: 0 | 2;
}

/** A number as it is typed; phones offer their number keys. */
export function NumberField({ label, unit, decimals = 0, onChange, ...field }: NumberFieldProps) {
  return (
    <TextField
      label={unit ? `${label} (${unit})` : label}
      inputMode={decimals === 0 ? "numeric" : "decimal"}
      autoComplete="off"
      {...field}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
