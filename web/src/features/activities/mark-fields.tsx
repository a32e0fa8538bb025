import { activityColors, activityIcons } from "@clanhall/contract/activities";
import { useId } from "react";
import form from "../../ui/form.module.css";
import { Symbol, tints } from "../../ui/symbol.tsx";
import { type Conflict, FieldConflict } from "../../ui/field-frame.tsx";
import type { ActivityFields } from "./fields.ts";
import styles from "./activity-form.module.css";

type Icon = ActivityFields["icon"];
type Color = ActivityFields["color"];

interface IconFieldProps {
  value: Icon;
  /** The colour the icons are shown in. */
  tint: Color;
  error: string | undefined;
  conflict: Conflict | undefined;
  onChange: (icon: Icon) => void;
}

export function IconField({ value, tint, error, conflict, onChange }: IconFieldProps) {
  return (
    <Choices
      label="Icon"
      error={error}
      conflict={conflict}
      names={activityIcons}
      none="No icon"
      value={value}
      tintOf={() => tint}
      onChange={onChange}
    />
  );
}

interface ColorFieldProps {
  value: Color;
  error: string | undefined;
  conflict: Conflict | undefined;
  onChange: (color: Color) => void;
}

export function ColorField({ value, error, conflict, onChange }: ColorFieldProps) {
  return (
    <Choices
      label="Colour"
      error={error}
      conflict={conflict}
      names={activityColors}
      none="No colour"
      value={value}
      isPlain
      tintOf={(name) => name}
      onChange={onChange}
    />
  );
}

interface ChoicesProps<Name extends string> {
  label: string;
  error: string | undefined;
  conflict: Conflict | undefined;
  names: readonly Name[];
  /** What the empty name is called. */
  none: string;
  value: Name;
  /** Shown as a dot of its colour instead of a symbol. */
  isPlain?: boolean;
  tintOf: (name: Name) => string;
  onChange: (name: Name) => void;
}

/** One of a handful of small pictures; each has its word for those who cannot tell them apart. */
function Choices<Name extends string>({ label, error, conflict, names, none, value, ...choice }: ChoicesProps<Name>) {
  const id = useId();
  return (
    <fieldset
      className={styles.choices}
      data-wrong={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={form.label}>{label}</legend>
      <div className={styles.choiceRow}>
        {names.map((name) => (
          <label
            key={name}
            className={styles.choice}
            title={name || none}
            style={{ color: tints[choice.tintOf(name)] }}
          >
            <input
              type="radio"
              name={id}
              className="unseen"
              checked={name === value}
              onChange={() => choice.onChange(name)}
            />
            <Face name={name} isPlain={choice.isPlain} />
            <span className="unseen">{name || none}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={form.problem}>
          {error}
        </p>
      )}
      {conflict && <FieldConflict id={`${id}-conflict`} label={label} {...conflict} />}
    </fieldset>
  );
}

function Face({ name, isPlain }: { name: string; isPlain: boolean | undefined }) {
  if (name === "") return <span className={styles.none} />;
  return isPlain ? <span className={styles.swatch} /> : <Symbol name={name} />;
}
