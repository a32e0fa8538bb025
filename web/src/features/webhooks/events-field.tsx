import { webhookEvents } from "@clanhall/contract/webhooks";
import { useId } from "react";
import forms from "../../ui/form.module.css";
import { SelectField } from "../../ui/select-field.tsx";
import { TickField } from "../../ui/tick-field.tsx";
import type { WebhookForm } from "./use-webhook-draft.ts";
import { eventTexts, toHoursText } from "./format.ts";
import styles from "./webhooks.module.css";

const hours = Array.from({ length: 12 }, (_, index) => index + 1);

/** What the webhook is told of; how early it reminds is asked only where it reminds. */
export function EventsField({ form: { fields, problems, set } }: { form: WebhookForm }) {
  const id = useId();
  const error = problems.events;
  return (
    <>
      <fieldset className={styles.events} aria-describedby={error ? id : undefined}>
        <legend className={forms.label}>What it is told of</legend>
        {webhookEvents.map((event) => (
          <TickField
            key={event}
            label={
              <>
                <strong>{eventTexts[event][0]}</strong>
                <span className={styles.note}>{eventTexts[event][1]}</span>
              </>
            }
            checked={fields.events.includes(event)}
            aria-invalid={error ? true : undefined}
            onChange={({ currentTarget: { checked } }) =>
              set({
                events: webhookEvents.filter((one) => (one === event ? checked : fields.events.includes(one))),
              })
            }
          />
        ))}
        {error && (
          <p id={id} className={forms.problem}>
            {error}
          </p>
        )}
      </fieldset>
      {fields.events.includes("reminder") && (
        <SelectField
          label="Remind before the day ends"
          value={fields.reminder_hours}
          error={problems.reminder_hours}
          onChange={({ currentTarget }) => set({ reminder_hours: Number(currentTarget.value) })}
        >
          {hours.map((count) => (
            <option key={count} value={count}>
              {toHoursText(count)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
