import { countDays, rollingDays } from "@clanhall/contract/rules/periods";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { measures } from "@clanhall/contract/scoreboard-drafts";
import { useQuery } from "@tanstack/react-query";
import { myClansQuery } from "../../domain/clans.ts";
import { plural } from "../../lib/format.ts";
import { TextField } from "../../ui/core/field.tsx";
import { Stack } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { FieldGrid, Textarea } from "../../ui/fields.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { measureName, measureSentence } from "./format.ts";
import type { ScoreboardFields } from "./fields.ts";

interface FormProps {
  form: VersionedForm<ScoreboardFields>;
}

export function MainFields({ form, clanId }: FormProps & { clanId: string }) {
  const measure = form.select("measure");
  return (
    <>
      <FieldGrid>
        <TextField ref={focusOnMount} label="Title" autoComplete="off" {...form.text("title")} />
        <Select
          label="Measure"
          hint={measureSentence(measure.value)}
          options={measures.map((value) => ({ value, label: measureName(value) }))}
          {...measure}
        />
      </FieldGrid>
      <FieldGrid>
        <Textarea
          label="Description"
          hint="Optional. Everybody who sees the board reads it."
          rows={2}
          {...form.text("description")}
        />
        <PeriodField form={form} clanId={clanId} />
      </FieldGrid>
    </>
  );
}

const periodHints: Record<string, string> = {
  weekly: "Restarts every clan week. The last result is kept and stays readable.",
  monthly: "Restarts every month. The last result is kept and stays readable.",
  fixed: "After the last day the board ends, and its result is frozen.",
};

const periods = [
  ...rollingDays.map((days) => ({ value: String(days), label: `The last ${days} days` })),
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
  { value: "fixed", label: "From one date to another" },
];

function PeriodField({ form, clanId }: FormProps & { clanId: string }) {
  const { values, set } = form;
  const { data: clans = [] } = useQuery(myClansQuery);
  const today = clans.find(({ id }) => id === clanId)?.today.clan_date;
  const choose = (period: string) => {
    const isBlank = period === "fixed" && values.from === "" && values.to === "";
    set({ period, ...(isBlank && today && { from: today, to: addDays(today, 6) }) });
  };
  return (
    <Stack>
      <Select
        label="Period"
        hint={periodHints[values.period] ?? "Moves on with every clan day."}
        options={periods}
        {...form.select("period")}
        onChange={choose}
      />
      {values.period === "fixed" && <FixedDates form={form} />}
    </Stack>
  );
}

function FixedDates({ form }: FormProps) {
  const days = countDays(form.values);
  return (
    <FieldGrid>
      <DayField label="First day" {...form.date("from")} />
      <DayField
        label="Last day"
        min={form.values.from}
        hint={days > 0 ? plural(days, "day") : undefined}
        {...form.date("to")}
      />
    </FieldGrid>
  );
}
