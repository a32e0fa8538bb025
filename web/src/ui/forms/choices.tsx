import { type CSSProperties, type ReactNode, useId } from "react";
import { weekdays } from "@clanhall/contract/rules/clan-day";
import { Button } from "../core/button.tsx";
import { type Conflict, FieldGroup } from "../core/field.tsx";
import { BadgeIcon } from "../icon-badge.tsx";
import styles from "./choices.module.css";

interface ChoicesProps<Value extends string | number> {
  label: string;
  error?: string | undefined;
  conflict?: Conflict | null | undefined;
  values: readonly Value[];
  value: Value;
  /** The word for those who cannot tell the pictures apart. */
  nameOf: (value: Value) => string;
  colorOf: (value: Value) => string | undefined;
  renderPicture: (value: Value) => ReactNode;
  onChange: (value: Value) => void;
}

/** One of a handful of small pictures. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, error, conflict, values, value, nameOf, colorOf, renderPicture, onChange } = props;
  const id = useId();
  return (
    <FieldGroup label={label} error={error} conflict={conflict}>
      <div className={styles.choiceRow}>
        {values.map((choice) => (
          <label key={choice} className={styles.choice} title={nameOf(choice)} style={toStyle(colorOf(choice))}>
            <input
              type="radio"
              name={id}
              className="visually-hidden"
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {renderPicture(choice)}
            <span className="visually-hidden">{nameOf(choice)}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

function toStyle(color: string | undefined): CSSProperties {
  return color === undefined ? {} : { color };
}

/** A dot of the colour that a choice stands for. */
export function Swatch() {
  return <span className={styles.swatch} />;
}

/** A symbol, or a struck circle for none. */
export function SymbolChoice({ name }: { name: string }) {
  return name === "" ? <span className={styles.none} /> : <BadgeIcon name={name} />;
}

interface WeekdaysFieldProps {
  label: string;
  /** From 1 for Monday. */
  value: number[];
  error?: string | undefined;
  conflict?: Conflict | undefined;
  onChange: (days: number[]) => void;
}

/** Some days of the week. */
export function WeekdaysField({ value, onChange, ...field }: WeekdaysFieldProps) {
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day].toSorted((a, b) => a - b));
  return (
    <FieldGroup {...field}>
      <div className={styles.weekdays}>
        {weekdays.map((name, index) => (
          <Button key={name} aria-pressed={value.includes(index + 1)} onClick={() => toggle(index + 1)}>
            <span aria-hidden>{name.slice(0, 3)}</span>
            <span className="visually-hidden">{name}</span>
          </Button>
        ))}
      </div>
    </FieldGroup>
  );
}
