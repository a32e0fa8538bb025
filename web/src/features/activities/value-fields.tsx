import type { Activity } from "@clanhall/contract/activities";
import { aggregates, valueTypes } from "@clanhall/contract/scoring";
import { aggregateNames, valueTypeNames } from "../../domain/formats.ts";
import { TextField } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import styles from "./activity-form.module.css";
import { FormGroup } from "./form-group.tsx";
import type { ActivityForm } from "./use-activity-draft.ts";

type ValueType = Activity["value_type"];

interface ValueFieldsProps {
  form: ActivityForm;
  /** What it is now, where it is no new one. */
  saved: Activity | null;
}

export function ValueFields({ form, saved }: ValueFieldsProps) {
  const { fields, problems, set } = form;
  const types = possibleTypes(saved);
  return (
    <FormGroup title="Value">
      <div className={styles.pair}>
        <Select
          label="Kind of value"
          hint={lockWords(saved)}
          value={fields.value_type}
          error={problems.value_type}
          disabled={types.length === 1}
          onChange={(value) => set({ value_type: value })}
          options={types.map((type) => ({
            value: type,
            label: type === "duration" ? "Duration in minutes" : valueTypeNames[type],
          }))}
        />
        <Select
          label="Several days read as"
          hint="Points always add up."
          value={fields.aggregate}
          error={problems.aggregate}
          onChange={(value) => set({ aggregate: value })}
          options={possibleAggregates(saved).map((aggregate) => ({
            value: aggregate,
            label: aggregateNames[aggregate],
          }))}
        />
      </div>
      {fields.value_type !== "yes_no" && <Limits form={form} />}
    </FormGroup>
  );
}

function Limits({ form: { fields, problems, set } }: { form: ActivityForm }) {
  const limit = (name: "min_value" | "max_value") => ({
    inputMode: "decimal" as const,
    autoComplete: "off",
    value: fields[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  });
  return (
    <div className={styles.triple}>
      {fields.value_type !== "duration" && (
        <TextField
          label="Unit"
          hint="Such as troops or runs."
          autoComplete="off"
          value={fields.unit}
          error={problems.unit}
          onChange={({ currentTarget }) => set({ unit: currentTarget.value })}
        />
      )}
      <TextField label="Lowest value" hint="0 when empty." {...limit("min_value")} />
      <TextField label="Highest value" hint="No limit when empty." {...limit("max_value")} />
    </div>
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

function lockWords(saved: Activity | null): string | undefined {
  if (!saved || saved.entry_count === 0) return undefined;
  const rest = saved.value_type === "whole" ? " Whole numbers can still become decimals." : "";
  return `There are entries already, so this stays.${rest}`;
}
