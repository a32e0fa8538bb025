import buttons from "../../ui/button.module.css";
import form from "../../ui/form.module.css";
import { TextField } from "../../ui/text-field.tsx";
import { type Conflict, FieldConflict } from "../../ui/field-frame.tsx";
import type { AwayFields } from "./fields.ts";
import styles from "./roster.module.css";

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
    <fieldset className={styles.away} aria-describedby={error ? "away-error" : undefined}>
      <legend className={form.label}>Away</legend>
      {periods.map((period, index) => (
        // Periods have no name of their own, and their order does not change while they are edited.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.period}>
          <TextField
            label="First day"
            type="date"
            value={period.from}
            aria-invalid={error ? true : undefined}
            onChange={({ currentTarget }) => change(index, { from: currentTarget.value })}
          />
          <TextField
            label="Last day"
            type="date"
            min={period.from}
            value={period.to}
            onChange={({ currentTarget }) => change(index, { to: currentTarget.value })}
          />
          <TextField
            label="Reason (private)"
            maxLength={200}
            value={period.reason}
            onChange={({ currentTarget }) => change(index, { reason: currentTarget.value })}
          />
          <button
            type="button"
            className={buttons.secondary}
            onClick={() => onChange(periods.filter((_, at) => at !== index))}
          >
            Delete <span className="unseen">away period {index + 1}</span>
          </button>
        </div>
      ))}
      {error && (
        <p id="away-error" className={form.problem}>
          {error}
        </p>
      )}
      {conflict && <FieldConflict id="away-conflict" label="Away" {...conflict} />}
      <button
        type="button"
        className={buttons.plain}
        onClick={() => onChange([...periods, { from: "", to: "", reason: "" }])}
      >
        Add an away period
      </button>
    </fieldset>
  );
}
