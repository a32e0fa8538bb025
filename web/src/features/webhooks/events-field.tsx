import { webhookEvents } from "@clanhall/contract/webhooks";
import { Select } from "../../ui/core/select.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldGroup } from "../../ui/core/field.tsx";
import type { WebhookForm } from "./use-webhook-draft.ts";
import { eventTexts, toHoursText } from "./format.ts";
import styles from "./webhooks.module.css";

const hours = Array.from({ length: 12 }, (_, index) => index + 1);

/** What the webhook is told of; how early it reminds is asked only where it reminds. */
export function EventsField({ form: { fields, problems, set } }: { form: WebhookForm }) {
  const error = problems.events;
  return (
    <>
      <FieldGroup label="What it is told of" error={error} className={styles.events}>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={
              <>
                <strong>{eventTexts[event][0]}</strong>
                <span className={styles.note}>{eventTexts[event][1]}</span>
              </>
            }
            checked={fields.events.includes(event)}
            aria-invalid={error ? true : undefined}
            onChange={(isChecked) =>
              set({
                events: webhookEvents.filter((one) => (one === event ? isChecked : fields.events.includes(one))),
              })
            }
          />
        ))}
      </FieldGroup>
      {fields.events.includes("reminder") && (
        <Select
          label="Remind before the day ends"
          value={String(fields.reminder_hours)}
          error={problems.reminder_hours}
          onChange={(value) => set({ reminder_hours: Number(value) })}
          options={hours.map((count) => ({ value: String(count), label: toHoursText(count) }))}
        />
      )}
    </>
  );
}
