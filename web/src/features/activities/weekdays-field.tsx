import { useId } from "react";
import { weekdays } from "../../lib/format.ts";
import form from "../../ui/form.module.css";
import styles from "./activity-form.module.css";

interface WeekdaysFieldProps {
  value: number[];
  error: string | undefined;
  onChange: (weekdays: number[]) => void;
}

/** On which days something is due. */
export function WeekdaysField({ value, error, onChange }: WeekdaysFieldProps) {
  const id = useId();
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day].toSorted((a, b) => a - b));
  return (
    <fieldset className={styles.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={form.label}>Due on</legend>
      <div className={styles.weekdays}>
        {weekdays.map((name, index) => (
          <button
            key={name}
            type="button"
            className={styles.weekday}
            aria-pressed={value.includes(index + 1)}
            onClick={() => toggle(index + 1)}
          >
            <span aria-hidden>{name.slice(0, 3)}</span>
            <span className="unseen">{name}</span>
          </button>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={form.problem}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
