import { memberFields } from "@clanhall/contract/fields/member-fields";
import { DateField } from "../../ui/fields.tsx";
import { type Conflict, FieldGroup, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import type { AwayFields } from "./fields.ts";
import styles from "./members.module.css";

interface AwayPeriodsProps {
  value: AwayFields[];
  error: string | undefined;
  conflict: Conflict | undefined;
  onChange: (periods: AwayFields[]) => void;
}

/** When a player is away; nothing is due from them on these days. */
export function AwayPeriods({ value: periods, error, conflict, onChange }: AwayPeriodsProps) {
  const change = (index: number, part: Partial<AwayFields>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...part } : period)));
  return (
    <FieldGroup label={memberFields.away.label} error={error} conflict={conflict} className={styles.away}>
      {periods.map((period, index) => (
        // Periods have no name of their own, and their order does not change while they are edited.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.period}>
          <DateField
            label="First day"
            value={period.from}
            aria-invalid={error ? true : undefined}
            onChange={(date) => change(index, { from: date })}
          />
          <DateField
            label="Last day"
            min={period.from}
            value={period.to}
            onChange={(date) => change(index, { to: date })}
          />
          <TextField
            label="Reason (private)"
            maxLength={200}
            value={period.reason}
            onChange={({ currentTarget }) => change(index, { reason: currentTarget.value })}
          />
          <Button onClick={() => onChange(periods.filter((_, at) => at !== index))}>
            Delete <span className="visually-hidden">away period {index + 1}</span>
          </Button>
        </div>
      ))}
      <Button variant="plain" onClick={() => onChange([...periods, { from: "", to: "", reason: "" }])}>
        Add an away period
      </Button>
    </FieldGroup>
  );
}
