import { aggregates, valueTypes } from "@clanhall/contract/rules/scoring";
import { useState } from "react";
import { aggregateNames } from "../../domain/formats.ts";
import { weekdays } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FieldGrid } from "../../ui/fields.tsx";
import styles from "./game-form.module.css";
import { valueTypeNames } from "./format.ts";
import { Row } from "../../ui/core/layout.tsx";
import type { ActivityFields } from "./fields.ts";

interface TemplateActivityProps {
  activity: ActivityFields;
  number: number;
  errorOf: (field: string) => string | undefined;
  onChange: (activity: ActivityFields) => void;
  onRemove: () => void;
}

/** One activity of a template: a line to open. What is new or wrong is open. */
export function TemplateActivity(props: TemplateActivityProps) {
  const { activity, number, errorOf, onRemove } = props;
  const [isOpen, setOpen] = useState(activity.name === "");
  const isWrong = Object.keys(activity).some((field) => errorOf(field));
  return (
    <details
      className={styles.activity}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{activity.name || `Activity ${number}`}</summary>
      <NameFields {...props} />
      <ValueFields {...props} />
      <PointsFields {...props} />
      <Weekdays {...props} />
      <div>
        <Button onClick={onRemove}>
          Remove activity <span className="visually-hidden">{activity.name || number}</span>
        </Button>
      </div>
    </details>
  );
}

type TextName = Exclude<keyof ActivityFields, "row" | "value_type" | "aggregate" | "weekdays">;

function Text({ name, label, activity, errorOf, onChange }: TemplateActivityProps & { name: TextName; label: string }) {
  return (
    <TextField
      label={label}
      autoComplete="off"
      value={activity[name]}
      error={errorOf(name)}
      onChange={({ currentTarget }) => onChange({ ...activity, [name]: currentTarget.value })}
    />
  );
}

function NameFields(props: TemplateActivityProps) {
  return (
    <FieldGrid small>
      <Text {...props} name="name" label="Activity" />
      <Text {...props} name="short_label" label="Short label" />
      <Text {...props} name="category" label="Category" />
    </FieldGrid>
  );
}

function ValueFields(props: TemplateActivityProps) {
  const { activity, onChange } = props;
  const hasUnit = activity.value_type === "whole" || activity.value_type === "decimal";
  return (
    <FieldGrid small>
      <Select
        label="Kind of value"
        value={activity.value_type}
        onChange={(value) => onChange({ ...activity, value_type: value })}
        options={valueTypes.map((type) => ({ value: type, label: valueTypeNames[type] }))}
      />
      <Select
        label="Over several days"
        value={activity.aggregate}
        onChange={(value) => onChange({ ...activity, aggregate: value })}
        options={aggregates.map((aggregate) => ({ value: aggregate, label: aggregateNames[aggregate] }))}
      />
      {hasUnit && <Text {...props} name="unit" label="Unit" />}
    </FieldGrid>
  );
}

function PointsFields(props: TemplateActivityProps) {
  return (
    <FieldGrid small>
      <Text {...props} name="points_per_unit" label="Points per unit" />
      <Text {...props} name="daily_target" label="Daily target" />
      <Text {...props} name="missing_points" label="Points when missing" />
    </FieldGrid>
  );
}

function Weekdays({ activity, errorOf, onChange }: TemplateActivityProps) {
  const { weekdays: chosen } = activity;
  const toggle = (day: number) => {
    const next = chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day];
    onChange({ ...activity, weekdays: next.toSorted((a, b) => a - b) });
  };
  return (
    <Row as="fieldset" gap={2} align="stretch" className={styles.days}>
      <legend>Due on</legend>
      {weekdays.map((name, index) => (
        <Button
          key={name}
          className={styles.day}
          aria-pressed={chosen.includes(index + 1)}
          onClick={() => toggle(index + 1)}
        >
          <span aria-hidden>{name.slice(0, 3)}</span>
          <span className="visually-hidden">{name}</span>
        </Button>
      ))}
      {errorOf("weekdays") && <p className={styles.wrong}>Choose at least one day.</p>}
    </Row>
  );
}
