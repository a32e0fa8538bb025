import { WeekdaysField } from "../../ui/forms/choices.tsx";
import type { Activity } from "@clanhall/contract/activities";
import { useQuery } from "@tanstack/react-query";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { newestOf, useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { addActivity, saveActivity, useRefreshActivities } from "./api.ts";
import { activitiesQuery } from "../../domain/activities.ts";
import { aggregateNames, formatPoints, toValueTypeOption, valueTypeNames } from "../../domain/formats.ts";
import { exampleText, targetText, weekdaysText } from "./columns.tsx";
import { BasicFields, EntryFields, FormGroup } from "./basic-fields.tsx";
import { type ActivityFields, activitySchema, changesScoring, newFields, toCopy, toDraft, toFields } from "./fields.ts";
import { aggregates, valueTypes } from "@clanhall/contract/rules/scoring";
import { TextField } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FieldGrid, NumberField } from "../../ui/fields.tsx";
import type { ReactNode } from "react";
import { formatFullDate } from "../../lib/format.ts";
import { Disclosure, Inset } from "../../ui/card.tsx";
import { DayField } from "../../ui/day-field.tsx";

interface ActivityFormProps {
  clanId: string;
  /** Null for a new one. */
  row: Activity | null;
  /** The one to make another of, where there is one. */
  like?: Activity | undefined;
  /** The clan date. */
  today: string;
  /** Every category of the clan. */
  categories: string[];
  onClose: () => void;
}

const labels = {
  name: "Name",
  short_label: "Short label",
  description: "Description",
  category: "Category",
  icon: "Icon",
  color: "Colour",
  value_type: "Kind of value",
  unit: "Unit",
  aggregate: "Over several days",
  points_per_unit: "Points per unit",
  missing_points: "Points when missing",
  daily_cap: "Cap per day",
  daily_target: "Daily target",
  weekly_target: "Weekly target",
  weekdays: "Due on",
  min_value: "Lowest value",
  max_value: "Highest value",
  start_date: "First day",
  end_date: "Last day",
  entry_by: "Who enters it",
  public: "Shown on public scoreboards",
  effective_from: "Changes count from",
};
const show = {
  value_type: (type: Activity["value_type"]) => valueTypeNames[type],
  aggregate: (aggregate: Activity["aggregate"]) => aggregateNames[aggregate],
  weekdays: weekdaysText,
  entry_by: (who: Activity["entry_by"]) => (who === "members" ? "Members too" : "Owner and maintainers"),
};

/** Adds an activity, or changes one; a change of the scoring counts from a day on. */
export function ActivityForm({ clanId, row, like, today, categories, onClose }: ActivityFormProps) {
  const activities = useQuery(activitiesQuery(clanId));
  const refresh = useRefreshActivities(clanId);
  const form = useVersionedForm({
    row: newestOf(row, activities.data),
    toFields: (activity: Activity) => toFields(activity, today),
    initial: () => (like ? toCopy(like, today) : newFields(today)),
    toBody: toDraft,
    schema: activitySchema,
    labels,
    show,
    create: ({ effective_from: _today, ...draft }, key) => addActivity(clanId, draft, key),
    save: ({ effective_from: _typed, ...change }, { effective_from }) =>
      saveActivity(clanId, row?.id ?? "", {
        ...change,
        ...(changesScoring(Object.keys(change)) && { effective_from }),
      }),
    onSaved: ({ name }) => {
      void refresh();
      showToast({ kind: "success", message: row ? "Activity saved" : `${name} added` });
    },
    onClose,
  });
  return (
    <FormDialog
      title={toTitle(row, like)}
      action={row ? "Save activity" : "Add activity"}
      form={form}
      onClose={onClose}
      size="lg"
    >
      <BasicFields form={form} categories={categories} isNew={row === null} />
      <ValueFields form={form} saved={row} />
      <ScoringFields form={form} rules={row?.rules ?? []} today={today}>
        {row && changesScoring(form.changed) && <EffectiveFrom form={form} today={today} />}
      </ScoringFields>
      <EntryFields form={form} />
    </FormDialog>
  );
}

function toTitle(row: Activity | null, like: Activity | undefined): string {
  if (row) return `Edit ${row.name}`;
  return like ? `Duplicate ${like.name}` : "Add an activity";
}

type ValueType = Activity["value_type"];

interface ValueFieldsProps {
  form: VersionedForm<ActivityFields>;
  /** What it is now, where it is no new one. */
  saved: Activity | null;
}

function ValueFields({ form, saved }: ValueFieldsProps) {
  const types = possibleTypes(saved);
  return (
    <FormGroup title="Value">
      <FieldGrid>
        <Select
          label="Kind of value"
          hint={lockedReason(saved)}
          disabled={types.length === 1}
          options={types.map(toValueTypeOption)}
          {...form.select("value_type")}
        />
        <Select
          label="Over several days"
          hint="Points always add up."
          options={possibleAggregates(saved).map((value) => ({ value, label: aggregateNames[value] }))}
          {...form.select("aggregate")}
        />
      </FieldGrid>
      {form.values.value_type !== "yes_no" && <Limits form={form} />}
    </FormGroup>
  );
}

function Limits({ form }: Pick<ValueFieldsProps, "form">) {
  return (
    <FieldGrid small>
      {form.values.value_type !== "duration" && (
        <TextField label="Unit" hint="Such as troops or runs." autoComplete="off" {...form.text("unit")} />
      )}
      <NumberField label="Lowest value" hint="0 when empty." decimals={2} {...form.number("min_value")} />
      <NumberField label="Highest value" hint="No limit when empty." decimals={2} {...form.number("max_value")} />
    </FieldGrid>
  );
}

/** Once there are entries the kind stays, because they would mean something else; only decimals hold every whole number. */
function possibleTypes(saved: Activity | null): readonly ValueType[] {
  if (!saved || saved.entry_count === 0) return valueTypes;
  return saved.value_type === "whole" ? ["whole", "decimal"] : [saved.value_type];
}

/** Days done counts days and not units, so with entries there is no way into it or out of it. */
function possibleAggregates(saved: Activity | null): readonly Activity["aggregate"][] {
  if (!saved || saved.entry_count === 0) return aggregates;
  const countsDays = saved.aggregate === "days_done";
  return aggregates.filter((aggregate) => (aggregate === "days_done") === countsDays);
}

function lockedReason(saved: Activity | null): string | undefined {
  if (!saved || saved.entry_count === 0) return undefined;
  const rest = saved.value_type === "whole" ? " Whole numbers can still become decimals." : "";
  return `Can’t be changed: values have already been entered.${rest}`;
}

interface ScoringFieldsProps {
  form: VersionedForm<ActivityFields>;
  rules: Activity["rules"];
  today: string;
  children?: ReactNode;
}

function ScoringFields({ form, rules, today, children }: ScoringFieldsProps) {
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
      <WeekdaysField label="Due on" {...form.list("weekdays")} />
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
    <Inset as="p">
      {isReadable ? exampleText(draft) : "Enter numbers to see an example."}
      {isReadable && draft.missing_points < 0 && ` · Missing → ${formatPoints(draft.missing_points)}`}
    </Inset>
  );
}

function EffectiveFrom({ form, today }: { form: VersionedForm<ActivityFields>; today: string }) {
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
    <Disclosure summary={`${rules.length} sets of rules so far`}>
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
