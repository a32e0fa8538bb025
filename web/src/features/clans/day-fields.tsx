import { resetTime } from "@clanhall/contract/clan-drafts";
import { endOfClanDay, toClanDate } from "@clanhall/contract/clan-day";
import { timeZone } from "@clanhall/contract/text";
import type { ChangeEvent } from "react";
import { Combobox } from "../../ui/combobox.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { schemaRule } from "../../lib/schema-rule.ts";
import { timeZoneChoices } from "../../ui/time-zones.ts";
import { useNow } from "../../ui/use-now.ts";
import { ClanDayLine } from "../../domain/clan-day.tsx";

export const dayRules = {
  time_zone: schemaRule(timeZone),
  reset_time: schemaRule(resetTime),
  reset_in_utc: () => null,
};

type DayField = keyof typeof dayRules;

interface FieldState {
  name: string;
  error?: string | null | undefined;
}

/** A checked form with at least these fields. */
interface DayForm {
  change: (name: DayField, value: string) => void;
  text: (name: DayField) => FieldState & { value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void };
  check: (name: DayField) => FieldState & { checked: boolean; onChange: (isChecked: boolean) => void };
}

/** When the clan's day begins: fields of the creation and of the settings. */
export function DayFields({ form }: { form: DayForm }) {
  const zone = form.text("time_zone");
  return (
    <>
      <Combobox
        name="time_zone"
        label="Time zone"
        hint="Type a city or a region."
        error={zone.error}
        value={zone.value}
        valueText={zone.value.replaceAll("_", " ")}
        options={timeZoneChoices}
        onChange={(value) => form.change("time_zone", value)}
      />
      <TextField
        label="Daily reset"
        type="time"
        hint="When the game’s day begins. What is done before counts for the day before."
        {...form.text("reset_time")}
      />
      <Checkbox label="The reset is fixed in UTC and ignores daylight saving" {...form.check("reset_in_utc")} />
    </>
  );
}

/** The day rule that the fields describe, or null while they are not right. */
export function readDayRule(form: DayForm, effective_from = "0001-01-01") {
  const time_zone = form.text("time_zone").value;
  const reset_time = form.text("reset_time").value;
  if (dayRules.time_zone(time_zone) || dayRules.reset_time(reset_time)) return null;
  return { effective_from, time_zone, reset_time, reset_in_utc: form.check("reset_in_utc").checked };
}

/** What the fields make of this moment. */
export function DayPreview({ form }: { form: DayForm }) {
  const now = useNow();
  const rule = readDayRule(form);
  if (!rule) return null;
  const date = toClanDate([rule], new Date(now));
  return <ClanDayLine lead="Your clan day now:" date={date} endsAt={endOfClanDay([rule], date)} />;
}
