import type { ComponentProps } from "react";
import { TextField, type FieldProps } from "./core/field.tsx";

interface DateFieldProps extends FieldProps, Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "required"> {
  /** YYYY-MM-DD, with a time YYYY-MM-DDTHH:MM; empty where nothing is chosen. */
  value: string;
  onChange: (date: string) => void;
  withTime?: boolean;
}

/** A day in the device's own calendar. */
export function DateField({ withTime = false, onChange, ...field }: DateFieldProps) {
  return (
    <TextField
      {...field}
      type={withTime ? "datetime-local" : "date"}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
