import { type ComponentProps, type CSSProperties, type ReactNode, useId } from "react";
import { Field, type FieldProps, Input, TextField } from "./core/field.tsx";
import fieldStyles from "./core/field.module.css";
import { Grid, Muted, Stack, type StackProps, Text } from "./core/layout.tsx";
import styles from "./fields.module.css";

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

interface FindInputProps {
  label: string;
  value: string;
  onFind: (text: string) => void;
}

/** Finds in what is already there, with every letter. */
export function FindInput({ label, onFind, ...input }: FindInputProps) {
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      {...input}
      onChange={({ currentTarget }) => onFind(currentTarget.value)}
    />
  );
}

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
            <Text as="small" dim size="xs" className={styles.count}>
              {Array.from(String(area.value ?? "")).length} / {max}
            </Text>
          )}
        </>
      )}
    </Field>
  );
}

/** The control alone, where something else labels it. */
export function TextareaControl({ rows = 3, ...area }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...area}
      className={`${fieldStyles.input} ${styles.area}`}
      rows={rows}
      style={{ "--rows": rows } as CSSProperties}
    />
  );
}

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "checked" | "onChange"> {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** It is being saved: it stays as it is until then. */
  busy?: boolean;
}

/** Something that is on or off, and changes as soon as it is pressed. */
export function Switch({ label, hint, checked, onChange, busy = false, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.switch}>
      <input
        id={id}
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-busy={busy}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => busy || onChange(currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <Muted as="div" id={`${id}-hint`}>
            {hint}
          </Muted>
        )}
      </div>
    </div>
  );
}

/** Fields beside each other where there is room for them; small ones hold a number or a day. */
export function FieldGrid({ small = false, ...grid }: StackProps & { small?: boolean }) {
  return <Grid {...grid} min={small ? 160 : 240} align="start" className={small ? styles.small : undefined} />;
}

/** One part of a long form, under its title. */
export function FieldSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="fieldset" className={styles.section}>
      <legend>{title}</legend>
      {children}
    </Stack>
  );
}
