import {
  type Delivery,
  type Webhook,
  webhookDraft,
  type WebhookEvent,
  webhookEvents,
} from "@clanhall/contract/webhooks";
import { FieldGroup, PasswordField, TextField } from "../../ui/core/field.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import {
  connectWebhook,
  deliveriesOf,
  eventTexts,
  loadDeliveries,
  saveWebhook,
  stateNames,
  toAttemptsText,
  toHoursText,
  toSubjectText,
  useRefreshWebhooks,
} from "./api.ts";
import styles from "./webhooks.module.css";
import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { Pager } from "../../ui/pager.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fieldColumns, loadAll, saveCsv } from "../../ui/lists/csv-file.ts";
import { CsvButton } from "../../ui/lists/data-list.tsx";
import { toFileName } from "../../lib/files.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";

interface WebhookFields {
  name: string;
  /** Empty where a webhook keeps the address it has: that one is never shown again. */
  url: string;
  events: WebhookEvent[];
  reminder_hours: number;
}

const labels = { name: "Name", url: "Address", events: "What it posts", reminder_hours: "Remind before" };
const show = {
  events: (events: WebhookEvent[]) => events.map((event) => eventTexts[event][0]).join(", "),
  reminder_hours: toHoursText,
};

interface WebhookFormProps {
  clanId: string;
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Connects a channel, or changes what is posted to it. */
export function WebhookForm({ clanId, webhook, onClose }: WebhookFormProps) {
  const refresh = useRefreshWebhooks(clanId);
  const form = useVersionedForm({
    row: webhook,
    toFields: ({ name, events, reminder_hours }: Webhook): WebhookFields => ({ name, url: "", events, reminder_hours }),
    initial: (): WebhookFields => ({ name: "", url: "", events: [], reminder_hours: 2 }),
    toBody: (fields: WebhookFields) => fields,
    schema: webhookDraft,
    labels,
    show,
    create: (draft, key) => connectWebhook(clanId, draft, key),
    save: (change) => saveWebhook(clanId, webhook?.id ?? "", change),
    onSaved: ({ name }) => {
      void refresh();
      showToast({ kind: "success", message: webhook ? `${name} saved` : `${name} is connected` });
    },
    onClose,
  });
  return (
    <FormDialog
      title={webhook ? `Edit ${webhook.name}` : "Add a webhook"}
      action={webhook ? "Save webhook" : "Add webhook"}
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Only you see it, for example the channel’s name."
        autoComplete="off"
        {...form.text("name")}
      />
      {webhook?.kind !== "bot" && <AddressField form={form} webhook={webhook} />}
      <EventsField form={form} />
    </FormDialog>
  );
}

function AddressField({ form, webhook }: { form: VersionedForm<WebhookFields>; webhook: Webhook | null }) {
  return (
    <PasswordField
      label={webhook ? "New address" : "Address"}
      what="address"
      hint={
        <>
          {webhook && <>Leave it empty to keep {webhook.masked_url}. </>}
          In Discord: the channel’s settings, Integrations, Webhooks, Copy Webhook URL. Whoever has it can post to the
          channel, so we store it encrypted and never show it again.
        </>
      }
      autoComplete="off"
      {...form.text("url")}
    />
  );
}

const hours = Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: toHoursText(index + 1) }));

/** Which events it posts; how early it reminds is asked only where it reminds. */
function EventsField({ form }: { form: VersionedForm<WebhookFields> }) {
  const { value: chosen, error, conflict, onChange } = form.list("events");
  const reminder = form.number("reminder_hours");
  return (
    <>
      <FieldGroup label="What it posts" error={error} conflict={conflict}>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventTexts[event][0]}
            note={eventTexts[event][1]}
            checked={chosen.includes(event)}
            aria-invalid={error ? true : undefined}
            onChange={(checked) =>
              onChange(webhookEvents.filter((one) => (one === event ? checked : chosen.includes(one))))
            }
          />
        ))}
      </FieldGroup>
      {chosen.includes("reminder") && (
        <Select
          label="Remind before the day ends"
          options={hours}
          {...reminder}
          value={String(reminder.value)}
          onChange={(count) => reminder.onChange(Number(count))}
        />
      )}
    </>
  );
}

const stateTones = {
  waiting: "info",
  sent: "success",
  failed: "danger",
  skipped: "neutral",
} as const satisfies Record<Delivery["state"], string>;

interface DeliveriesDialogProps {
  clanId: string;
  webhook: Webhook;
  onClose: () => void;
}

/** What was posted to a webhook and what became of it. */
export function DeliveriesDialog({ clanId, webhook, onClose }: DeliveriesDialogProps) {
  const log = useInfiniteQuery(deliveriesOf(clanId, webhook.id));
  const hasRows = log.data?.pages.some(({ items }) => items.length > 0);
  return (
    <Dialog title={`Log of ${webhook.name}`} onClose={onClose} size="lg">
      <Muted as="p">What was posted in the last 30 days, the latest first.</Muted>
      <AsyncSection query={log} what="The log" lines={4}>
        {({ pages }) => <Deliveries items={pages.flatMap(({ items }) => items)} />}
      </AsyncSection>
      <Pager query={log} />
      {hasRows && (
        <Row>
          <CsvButton label="Export CSV" onSave={(queries) => saveDeliveries(queries, clanId, webhook)} />
        </Row>
      )}
    </Dialog>
  );
}

const deliveryColumns = fieldColumns<Delivery>(
  "event",
  "subject",
  "state",
  "attempts",
  "status",
  "problem",
  "created_at",
  "sent_at",
);

async function saveDeliveries(queries: QueryClient, clanId: string, { id, name }: Webhook): Promise<void> {
  saveCsv(`${toFileName(name, "webhook")}-log`, await loadAll(queries, loadDeliveries(clanId, id)), deliveryColumns);
}

function Deliveries({ items }: { items: Delivery[] }) {
  if (items.length === 0) return <p>Nothing was posted yet.</p>;
  return (
    <ul className="lined" aria-label="Deliveries">
      {items.map((delivery) => (
        <Stack as="li" key={delivery.id} gap={2} className={styles.item}>
          <Row gap={2}>
            <strong>{toSubjectText(delivery)}</strong>
            <Badge tone={stateTones[delivery.state]}>{stateNames[delivery.state]}</Badge>
          </Row>
          <Muted as="p">
            {toAttemptsText(delivery.attempts)}
            {delivery.status !== null && ` · answer ${delivery.status}`} ·{" "}
            <RelativeTime iso={delivery.sent_at ?? delivery.created_at} />
          </Muted>
          {delivery.problem && (
            <Text weight={600} tone="danger">
              {delivery.problem}
            </Text>
          )}
        </Stack>
      ))}
    </ul>
  );
}
