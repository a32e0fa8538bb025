import type { Activity } from "@clanhall/contract/activities";
import { aggregates, valueTypes } from "@clanhall/contract/rules/scoring";
import { TextField } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FieldGrid, NumberField } from "../../ui/fields.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { aggregateNames, valueTypeNames } from "../../domain/formats.ts";
import type { ActivityFields } from "./fields.ts";
import { FormGroup } from "./basic-fields.tsx";

type ValueType = Activity["value_type"];

interface ValueFieldsProps {
  form: VersionedForm<ActivityFields>;
  /** What it is now, where it is no new one. */
  saved: Activity | null;
}

export function ValueFields({ form, saved }: ValueFieldsProps) {
  const types = possibleTypes(saved);
  return (
    <FormGroup title="Value">
      <FieldGrid>
        <Select
          label="Kind of value"
          hint={lockedReason(saved)}
          disabled={types.length === 1}
          options={types.map((value) => ({
            value,
            label: value === "duration" ? "Duration in minutes" : valueTypeNames[value],
          }))}
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
  return `There are entries already, so this stays.${rest}`;
}
