import { weekdays } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { type Conflict, FieldGroup } from "../../ui/core/field.tsx";
import styles from "./form.module.css";

interface WeekdaysFieldProps {
  value: number[];
  error: string | undefined;
  conflict: Conflict | undefined;
  onChange: (weekdays: number[]) => void;
}

/** On which days something is due. */
export function WeekdaysField({ value, error, conflict, onChange }: WeekdaysFieldProps) {
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day].toSorted((a, b) => a - b));
  return (
    <FieldGroup label="Due on" error={error} conflict={conflict} className={styles.choices}>
      <div className={styles.weekdays}>
        {weekdays.map((name, index) => (
          <Button
            key={name}
            className={styles.weekday}
            aria-pressed={value.includes(index + 1)}
            onClick={() => toggle(index + 1)}
          >
            <span aria-hidden>{name.slice(0, 3)}</span>
            <span className="unseen">{name}</span>
          </Button>
        ))}
      </div>
    </FieldGroup>
  );
}
