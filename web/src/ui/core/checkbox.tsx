import type { ComponentProps, ReactNode } from "react";
import { TickField } from "../tick-field.tsx";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "checked"> {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: ReactNode;
}

/** Something to choose or to agree to, with one message when it was left out. */
export function Checkbox({ onChange, ...input }: CheckboxProps) {
  return <TickField {...input} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
}
