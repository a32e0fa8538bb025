import { TextField, type TextFieldProps } from "../../ui/core/field.tsx";

export function EmailField(props: Omit<TextFieldProps, "label">) {
  return (
    <TextField
      label="E-mail"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
    />
  );
}
