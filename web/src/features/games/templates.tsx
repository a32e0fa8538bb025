import { WeekdaysField } from "../../ui/forms/choices.tsx";
import { FieldConflict, FieldError, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Disclosure, Inset } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { FieldGrid, FieldSection } from "../../ui/fields.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import styles from "./games.module.css";
import { type ActivityFields, type GameFields, type GameTemplate, newActivity, newTemplate, toSlug } from "./fields.ts";
import { aggregates, valueTypes } from "@clanhall/contract/rules/scoring";
import { useState } from "react";
import { aggregateNames, toValueTypeOption } from "../../domain/formats.ts";
import { ColorField, IconField } from "../../domain/mark-fields.tsx";
import { Select } from "../../ui/core/select.tsx";

/** Sets of activities that a clan of the game can begin with. */
export function TemplateFields({ form }: { form: VersionedForm<GameFields> }) {
  const { set, errors } = form;
  const { value: templates, conflict } = form.list("templates");
  return (
    <FieldSection title="Activity templates">
      {templates.length === 0 && <Muted as="p">Clans of this game begin without activities.</Muted>}
      {templates.map((template, index) => (
        <TemplateRow
          key={template.row}
          template={template}
          number={index + 1}
          errorOf={(path) => errors[`templates.${index}.${path}`]}
          onChange={(changed) =>
            set({ templates: templates.map((other) => (other.row === changed.row ? changed : other)) })
          }
          onRemove={() => set({ templates: templates.filter(({ row }) => row !== template.row) })}
        />
      ))}
      {errors.templates && <FieldError>{errors.templates}</FieldError>}
      {conflict && <FieldConflict id="templates-conflict" label="Activity templates" {...conflict} />}
      <div>
        <Button onClick={() => set({ templates: [...templates, newTemplate()] })}>Add a template</Button>
      </div>
    </FieldSection>
  );
}

interface TemplateRowProps {
  template: GameTemplate;
  number: number;
  errorOf: (path: string) => string | undefined;
  onChange: (template: GameTemplate) => void;
  onRemove: () => void;
}

function TemplateRow({ template, number, errorOf, onChange, onRemove }: TemplateRowProps) {
  const { key, name, activities } = template;
  // A key somebody wrote, or that clans may know already, stays.
  const rename = (next: string) =>
    onChange({ ...template, name: next, key: key === toSlug(name) ? toSlug(next) : key });
  const replace = (changed: ActivityFields[]) => onChange({ ...template, activities: changed });
  return (
    <Inset role="group" aria-label={`Template ${number}`}>
      <FieldGrid>
        <TextField
          label="Template’s name"
          autoComplete="off"
          value={name}
          error={errorOf("name")}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextField
          label="Key"
          autoComplete="off"
          spellCheck={false}
          value={key}
          error={errorOf("key")}
          onChange={({ currentTarget }) => onChange({ ...template, key: currentTarget.value })}
        />
      </FieldGrid>
      {activities.map((activity, index) => (
        <TemplateActivity
          key={activity.row}
          activity={activity}
          number={index + 1}
          errorOf={(field) => errorOf(`activities.${index}.${field}`)}
          onChange={(changed) => replace(activities.map((other) => (other.row === changed.row ? changed : other)))}
          onRemove={() => replace(activities.filter(({ row }) => row !== activity.row))}
        />
      ))}
      {errorOf("activities") && <FieldError>{errorOf("activities")}</FieldError>}
      <Row between gap={2}>
        <Button onClick={() => replace([...activities, newActivity()])}>Add an activity</Button>
        <Button onClick={onRemove}>
          Remove template <span className="visually-hidden">{name || number}</span>
        </Button>
      </Row>
    </Inset>
  );
}

interface TemplateActivityProps {
  activity: ActivityFields;
  number: number;
  errorOf: (field: string) => string | undefined;
  onChange: (activity: ActivityFields) => void;
  onRemove: () => void;
}

/** One activity of a template: a line to open. What is new or wrong is open. */
function TemplateActivity(props: TemplateActivityProps) {
  const { activity, number, errorOf, onRemove } = props;
  const [isOpen, setOpen] = useState(activity.name === "");
  const isWrong = Object.keys(activity).some((field) => errorOf(field));
  return (
    <Disclosure
      className={styles.activity}
      summary={activity.name || `Activity ${number}`}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <NameFields {...props} />
      <MarkFields {...props} />
      <ValueFields {...props} />
      <PointsFields {...props} />
      <Weekdays {...props} />
      <div>
        <Button onClick={onRemove}>
          Remove activity <span className="visually-hidden">{activity.name || number}</span>
        </Button>
      </div>
    </Disclosure>
  );
}

type TextName = Exclude<keyof ActivityFields, "row" | "icon" | "color" | "value_type" | "aggregate" | "weekdays">;

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

function MarkFields({ activity, errorOf, onChange }: TemplateActivityProps) {
  const { icon, color } = activity;
  return (
    <>
      <IconField
        value={icon}
        tint={color}
        error={errorOf("icon")}
        onChange={(chosen) => onChange({ ...activity, icon: chosen })}
      />
      <ColorField
        value={color}
        error={errorOf("color")}
        onChange={(chosen) => onChange({ ...activity, color: chosen })}
      />
    </>
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
        options={valueTypes.map(toValueTypeOption)}
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
  return (
    <WeekdaysField
      label="Due on"
      value={activity.weekdays}
      error={errorOf("weekdays") && "Choose at least one day."}
      onChange={(weekdays) => onChange({ ...activity, weekdays })}
    />
  );
}
