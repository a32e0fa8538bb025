import type { Activity } from "@clanhall/contract/activities";
import type { ReactNode } from "react";
import { formatPoints } from "../../domain/formats.ts";
import { formatFullDate, weekdays } from "../../lib/format.ts";
import { Disclosure } from "../../ui/card.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid, NumberField } from "../../ui/fields.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { type ActivityFields, toDraft } from "./fields.ts";
import styles from "./form.module.css";
import { exampleText, targetText, weekdaysText } from "./format.ts";
import { FormGroup } from "./basic-fields.tsx";
import { Button } from "../../ui/core/button.tsx";
import { type Conflict, FieldGroup } from "../../ui/core/field.tsx";

interface ScoringFieldsProps {
  form: VersionedForm<ActivityFields>;
  rules: Activity["rules"];
  today: string;
  children?: ReactNode;
}

export function ScoringFields({ form, rules, today, children }: ScoringFieldsProps) {
  const fields = form.values;
  const isYesNo = fields.value_type === "yes_no";
  const number = (name: NumberName) => ({ decimals: 2 as const, ...form.number(name) });
  return (
    <FormGroup title="Scoring">
      <FieldGrid>
        <NumberField label={pointsLabel(fields)} {...number("points_per_unit")} />
        <NumberField label="Points when missing" hint="0 or a negative number." {...number("missing_points")} />
      </FieldGrid>
      <Example form={form} />
      <FieldGrid small>
        {!isYesNo && <NumberField label="Cap per day" hint="More does not count." {...number("daily_cap")} />}
        {!isYesNo && (
          <NumberField
            label="Daily target"
            hint="If empty, any value above 0 counts as met."
            {...number("daily_target")}
          />
        )}
        <NumberField
          label="Weekly target"
          hint={isYesNo ? "How many days." : "Optional."}
          {...number("weekly_target")}
        />
      </FieldGrid>
      <WeekdaysField {...form.list("weekdays")} />
      {children}
      <Rules rules={rules} fields={fields} today={today} />
    </FormGroup>
  );
}

type Fields = ActivityFields;
type NumberName = "points_per_unit" | "missing_points" | "daily_cap" | "daily_target" | "weekly_target";

function pointsLabel({ value_type, aggregate }: Fields): string {
  if (aggregate === "days_done") return "Points for a day done";
  if (value_type === "yes_no") return "Points for a yes";
  return value_type === "duration" ? "Points per minute" : "Points per unit";
}

/** What the numbers come to, while they are typed. */
function Example({ form }: { form: VersionedForm<ActivityFields> }) {
  const draft = toDraft(form.values);
  const isReadable = [draft.points_per_unit, draft.missing_points, draft.daily_cap ?? 0, draft.daily_target ?? 0].every(
    Number.isFinite,
  );
  return (
    <p className={styles.example}>
      {isReadable ? exampleText(draft) : "Enter numbers to see an example."}
      {isReadable && draft.missing_points < 0 && ` · Missing → ${formatPoints(draft.missing_points)}`}
    </p>
  );
}

export function EffectiveFrom({ form, today }: { form: VersionedForm<ActivityFields>; today: string }) {
  return (
    <DayField
      label="Changes count from"
      min={today}
      hint="Earlier days keep their points. To change them too, use Re-score."
      {...form.date("effective_from")}
    />
  );
}

/** How it was and will be scored, where that ever changed. */
function Rules({ rules, fields, today }: { rules: Activity["rules"]; fields: Fields; today: string }) {
  if (rules.length < 2) return null;
  const { value_type, unit } = fields;
  return (
    <Disclosure className={styles.rules} summary={`${rules.length} sets of rules so far`}>
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
    </Disclosure>
  );
}

interface WeekdaysFieldProps {
  value: number[];
  error: string | undefined;
  conflict: Conflict | undefined;
  onChange: (weekdays: number[]) => void;
}

/** On which days something is due. */
function WeekdaysField({ value, error, conflict, onChange }: WeekdaysFieldProps) {
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day].toSorted((a, b) => a - b));
  return (
    <FieldGroup label="Due on" error={error} conflict={conflict}>
      <div className={styles.weekdays}>
        {weekdays.map((name, index) => (
          <Button
            key={name}
            className={styles.weekday}
            aria-pressed={value.includes(index + 1)}
            onClick={() => toggle(index + 1)}
          >
            <span aria-hidden>{name.slice(0, 3)}</span>
            <span className="visually-hidden">{name}</span>
          </Button>
        ))}
      </div>
    </FieldGroup>
  );
}
