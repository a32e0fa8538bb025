import { activityColors, activityIcons } from "@clanhall/contract/activities";
import { useId } from "react";
import { BadgeIcon, iconColors } from "../../ui/icon-badge.tsx";
import { type Conflict, FieldGroup } from "../../ui/core/field.tsx";
import type { ActivityFields } from "./fields.ts";
import styles from "./form.module.css";

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
    <FieldGroup label={label} error={error} conflict={conflict} className={styles.choices}>
      <div className={styles.choiceRow}>
        {names.map((name) => (
          <label
            key={name}
            className={styles.choice}
            title={name || none}
            style={{ color: iconColors[choice.tintOf(name)] }}
          >
            <input
              type="radio"
              name={id}
              className="visually-hidden"
              checked={name === value}
              onChange={() => choice.onChange(name)}
            />
            <Face name={name} isPlain={choice.isPlain} />
            <span className="visually-hidden">{name || none}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

function Face({ name, isPlain }: { name: string; isPlain: boolean | undefined }) {
  if (name === "") return <span className={styles.none} />;
  return isPlain ? <span className={styles.swatch} /> : <BadgeIcon name={name} />;
}
