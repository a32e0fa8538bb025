import type { ChangeEvent } from "react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

interface CodeFieldProps extends Omit<TextFieldProps, "label" | "type" | "maxLength"> {
  label?: string;
  length?: number;
  /** Takes digits only, and phones offer their number keys. */
  isNumeric?: boolean;
}

/**
 * A one-time code. It is one plain field, so that it can be pasted, dictated and filled in by the browser; spaces and
 * dashes that came along are dropped.
 */
export function CodeField({ label = "Code", length = 6, isNumeric = true, onChange, ...field }: CodeFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget: input } = event;
    const code = input.value.replace(isNumeric ? /\D/g : /[\s-]/g, "").slice(0, length);
    if (code !== input.value) input.value = code;
    onChange?.(event);
  };
  return (
    <TextField
      label={label}
      inputMode={isNumeric ? "numeric" : "text"}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      data-code
      {...field}
      onChange={change}
    />
  );
}
