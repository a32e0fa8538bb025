import type { Activity } from "@clanhall/contract/activities";
import type { ReactNode } from "react";
import { formatPoints } from "../../domain/formats.ts";
import { formatFullDate } from "../../lib/format.ts";
import { TextField } from "../../ui/core/field.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { toDraft } from "./activity-fields.ts";
import styles from "./activity-form.module.css";
import { exampleText, targetText, weekdaysText } from "./format.ts";
import { FormGroup } from "./form-group.tsx";
import type { ActivityForm } from "./use-activity-draft.ts";
import { WeekdaysField } from "./weekdays-field.tsx";

interface ScoringFieldsProps {
  form: ActivityForm;
  rules: Activity["rules"];
  today: string;
  children?: ReactNode;
}

export function ScoringFields({ form, rules, today, children }: ScoringFieldsProps) {
  const { fields, problems, set } = form;
  const isYesNo = fields.value_type === "yes_no";
  const number = (name: NumberField) => ({
    inputMode: "decimal" as const,
    autoComplete: "off",
    value: fields[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  });
  return (
    <FormGroup title="Scoring">
      <div className={styles.pair}>
        <TextField label={pointsLabel(fields)} {...number("points_per_unit")} />
        <TextField label="Points when missing" hint="0, or less to cost points." {...number("missing_points")} />
      </div>
      <Example form={form} />
      <div className={styles.triple}>
        {!isYesNo && <TextField label="Cap per day" hint="More does not count." {...number("daily_cap")} />}
        {!isYesNo && <TextField label="Daily target" hint="Anything above 0 when empty." {...number("daily_target")} />}
        <TextField
          label="Weekly target"
          hint={isYesNo ? "How many days." : "May stay empty."}
          {...number("weekly_target")}
        />
      </div>
      <WeekdaysField value={fields.weekdays} error={problems.weekdays} onChange={(weekdays) => set({ weekdays })} />
      {children}
      <Rules rules={rules} fields={fields} today={today} />
    </FormGroup>
  );
}

type Fields = ActivityForm["fields"];
type NumberField = "points_per_unit" | "missing_points" | "daily_cap" | "daily_target" | "weekly_target";

function pointsLabel({ value_type, aggregate }: Fields): string {
  if (aggregate === "days_done") return "Points for a day done";
  if (value_type === "yes_no") return "Points for a yes";
  return value_type === "duration" ? "Points per minute" : "Points per unit";
}

/** What the numbers come to, while they are typed. */
function Example({ form }: { form: ActivityForm }) {
  const draft = toDraft(form.fields);
  const isReadable = [draft.points_per_unit, draft.missing_points, draft.daily_cap ?? 0, draft.daily_target ?? 0].every(
    Number.isFinite,
  );
  return (
    <p className={styles.example}>
      {isReadable ? exampleText(draft) : "An example will be here once the numbers can be read."}
      {isReadable && draft.missing_points < 0 && ` · Missing → ${formatPoints(draft.missing_points)}`}
    </p>
  );
}

interface EffectiveFromProps {
  /** Null while nothing about the scoring was changed. */
  date: string | null;
  today: string;
  error: string | undefined;
  onChange: (date: string) => void;
}

export function EffectiveFrom({ date, today, error, onChange }: EffectiveFromProps) {
  if (date === null) return null;
  return (
    <DateField
      label="Changes count from"
      min={today}
      hint="Older days keep their points. To score those anew as well, choose Re-score in the activity’s menu afterwards."
      value={date}
      error={error}
      onChange={(day) => onChange(day)}
    />
  );
}

/** How it was and will be scored, where that ever changed. */
function Rules({ rules, fields, today }: { rules: Activity["rules"]; fields: Fields; today: string }) {
  if (rules.length < 2) return null;
  const { value_type, unit } = fields;
  return (
    <details className={styles.rules}>
      <summary>{rules.length} sets of rules so far</summary>
      <ol>
        {rules.toReversed().map((rule) => (
          <li key={rule.effective_from}>
            <strong>
              {rule.effective_from > today ? "From" : "Since"} {formatFullDate(rule.effective_from)}
            </strong>
            : {formatPoints(rule.points_per_unit)} per unit · target {targetText({ ...rule, value_type, unit })} ·{" "}
            {weekdaysText(rule.weekdays)}
          </li>
        ))}
      </ol>
    </details>
  );
}
