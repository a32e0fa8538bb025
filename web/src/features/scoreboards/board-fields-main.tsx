import { countDays, rollingDays } from "@clanhall/contract/board-periods";
import { addDays } from "@clanhall/contract/clan-day";
import { measures } from "@clanhall/contract/scoreboard-drafts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { myClansQuery } from "../../domain/clans.ts";
import { plural } from "../../lib/format.ts";
import { FieldGroup, TextField } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { Textarea } from "../../ui/textarea.tsx";
import styles from "./board-form.module.css";
import { measureName, measureSentence } from "./format.ts";
import type { BoardForm } from "./use-board-draft.ts";

export function TitleFields({ form: { fields, problems, set } }: { form: BoardForm }) {
  return (
    <>
      <TextField
        ref={focusOnMount}
        label="Title"
        autoComplete="off"
        value={fields.title}
        error={problems.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <Textarea
        label="Description"
        hint="May stay empty. Everybody who sees the board reads it."
        rows={2}
        value={fields.description}
        error={problems.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
    </>
  );
}

export function MeasureField({ form: { fields, problems, set } }: { form: BoardForm }) {
  const id = useId();
  return (
    <FieldGroup label="What it measures" error={problems.measure}>
      <div className={styles.measures}>
        {measures.map((measure) => (
          <label key={measure} className={styles.measure}>
            <input
              type="radio"
              name={id}
              checked={measure === fields.measure}
              aria-labelledby={`${id}-${measure}`}
              aria-describedby={`${id}-${measure}-words`}
              onChange={() => set({ measure })}
            />
            <span id={`${id}-${measure}`}>{measureName(measure)}</span>
            <small id={`${id}-${measure}-words`}>{measureSentence(measure)}</small>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

const periodHints: Record<string, string> = {
  weekly:
    "Starts anew with each of the clan’s weeks. At the turn the old week’s result is frozen, and everybody can still read it.",
  monthly: "Starts anew on the first. At the turn the old month’s result is frozen, and everybody can still read it.",
  fixed: "After the last day the board ends, and its result is frozen.",
};

export function PeriodField({ form: { fields, problems, set }, clanId }: { form: BoardForm; clanId: string }) {
  const { data: clans = [] } = useQuery(myClansQuery);
  const today = clans.find(({ id }) => id === clanId)?.today.clan_date;
  const choose = (period: string) => {
    const isBlank = period === "fixed" && fields.from === "" && fields.to === "";
    set({ period, ...(isBlank && today && { from: today, to: addDays(today, 6) }) });
  };
  return (
    <div className={styles.stack}>
      <Select
        label="Which days count"
        hint={periodHints[fields.period] ?? "Moves on with every clan day."}
        value={fields.period}
        error={problems.period}
        onChange={choose}
        options={[
          ...rollingDays.map((days) => ({ value: String(days), label: `The last ${days} days` })),
          { value: "weekly", label: "Every week anew" },
          { value: "monthly", label: "Every month anew" },
          { value: "fixed", label: "From one date to another" },
        ]}
      />
      {fields.period === "fixed" && <FixedDates form={{ fields, problems, set }} />}
    </div>
  );
}

function FixedDates({ form: { fields, problems, set } }: { form: BoardForm }) {
  const days = countDays(fields);
  return (
    <div className={styles.pair}>
      <DateField label="First day" value={fields.from} error={problems.from} onChange={(date) => set({ from: date })} />
      <DateField
        label="Last day"
        min={fields.from}
        hint={days > 0 ? plural(days, "day") : undefined}
        value={fields.to}
        error={problems.to}
        onChange={(date) => set({ to: date })}
      />
    </div>
  );
}
