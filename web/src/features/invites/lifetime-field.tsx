import { inviteHours } from "@clanhall/contract/invites";
import { Select } from "../../ui/core/select.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { toLifetime } from "./format.ts";

/** What was chosen, or typed where none of the usual ones fits. */
export interface Lifetime {
  choice: string;
  typed: string;
}

/** Whole hours, or null when what was typed is no lifetime. */
export function hoursOf({ choice, typed }: Lifetime): number | null {
  const hours = choice === "other" ? typed.trim() : choice;
  if (!/^\d{1,3}$/.test(hours)) return null;
  return Number(hours) >= 1 && Number(hours) <= 720 ? Number(hours) : null;
}

interface LifetimeFieldProps {
  value: Lifetime;
  onChange: (value: Lifetime) => void;
  /** Whether it was sent with something that is no lifetime. */
  isRefused: boolean;
}

export function LifetimeField({ value, onChange, isRefused }: LifetimeFieldProps) {
  return (
    <>
      <Select
        label="Works for"
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        options={[
          ...inviteHours.map((hours) => ({ value: String(hours), label: toLifetime(hours) })),
          { value: "other", label: "Another time" },
        ]}
      />
      {value.choice === "other" && (
        <NumberField
          label="Hours"
          value={value.typed}
          hint="1 to 720."
          error={isRefused ? "Enter a whole number of hours from 1 to 720." : null}
          onChange={(text) => onChange({ ...value, typed: text })}
        />
      )}
    </>
  );
}
