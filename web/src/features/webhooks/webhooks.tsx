import type { Clan } from "@clanhall/contract/clans";
import { type Webhook, webhookFailuresMax, webhooksMax } from "@clanhall/contract/webhooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import {
  stateNames,
  toEventChips,
  toSubjectText,
  toTestText,
  useDeleteWebhook,
  useSwitchWebhook,
  useTestWebhook,
  webhooksOf,
} from "./api.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import styles from "./webhooks.module.css";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { showToast } from "../../ui/toasts.ts";

const WebhookForm = lazyDialog(async () => (await import("./dialogs.tsx")).WebhookForm);

export function WebhooksCard({ clan }: { clan: Clan }) {
  const webhooks = useQuery(webhooksOf(clan.id));
  const mayChange = mayInClan(clan, "settings.manage");
  return (
    <Card
      title="Discord"
      line={
        clan.role === "owner"
          ? "What happens in the clan, posted to your channels by webhooks."
          : "Only the owner can change webhooks."
      }
    >
      <AsyncSection query={webhooks} what="The webhooks" lines={4}>
        {(items) => (
          <>
            {items.length === 0 ? (
              <NoWebhooks mayChange={mayChange} />
            ) : (
              <ul className="lined" aria-label="Discord webhooks">
                {items.map((webhook) => (
                  <WebhookItem key={webhook.id} clanId={clan.id} webhook={webhook} mayChange={mayChange} />
                ))}
              </ul>
            )}
            {mayChange && <AddWebhook clanId={clan.id} webhooks={items} />}
          </>
        )}
      </AsyncSection>
    </Card>
  );
}

function NoWebhooks({ mayChange }: { mayChange: boolean }) {
  return (
    <p>
      No channel is connected yet. Once one is, bulletins, summaries, results and reminders are posted there by
      themselves. {mayChange ? "Make a webhook in Discord, then add it here." : "The clan’s owner can add one here."}
    </p>
  );
}

function AddWebhook({ clanId, webhooks }: { clanId: string; webhooks: Webhook[] }) {
  const [isOpen, setOpen] = useState(false);
  const isFull = webhooks.length >= webhooksMax;
  return (
    <Row gap={2}>
      {!isFull && (
        <Button variant="primary" onClick={() => setOpen(true)}>
          Add a webhook
        </Button>
      )}
      <Muted as="p">
        {isFull
          ? `Limit reached (${webhooksMax}). Delete one to add another.`
          : `${webhooks.length} of ${webhooksMax} webhooks. One that fails ${webhookFailuresMax} times in a row is turned off.`}
      </Muted>
      {isOpen && <WebhookForm clanId={clanId} webhook={null} onClose={() => setOpen(false)} />}
    </Row>
  );
}

interface WebhookItemProps {
  clanId: string;
  webhook: Webhook;
  mayChange: boolean;
}

function WebhookItem({ clanId, webhook, mayChange }: WebhookItemProps) {
  const { name, is_active, masked_url } = webhook;
  return (
    <Stack as="li" gap={2} className={styles.item}>
      <Row gap={2}>
        <strong>{name}</strong>
        <Badge tone={is_active ? "success" : "neutral"}>{is_active ? "On" : "Turned off"}</Badge>
      </Row>
      <Muted as="code">{masked_url}</Muted>
      <Row as="ul" gap={2} aria-label={`Events ${name} posts`}>
        {toEventChips(webhook).map((label) => (
          <li key={label}>
            <Badge>{label}</Badge>
          </li>
        ))}
      </Row>
      {!is_active && <WhyOff webhook={webhook} />}
      <LastDelivery webhook={webhook} />
      <WebhookActions clanId={clanId} webhook={webhook} mayChange={mayChange} />
    </Stack>
  );
}

function WhyOff({ webhook: { disabled_at, disabled_reason } }: { webhook: Webhook }) {
  if (disabled_reason === null) return null;
  return (
    <p>
      {disabled_reason}
      {disabled_at && (
        <>
          {" "}
          That was <RelativeTime iso={disabled_at} />.
        </>
      )}
    </p>
  );
}

function LastDelivery({ webhook: { last_delivery: last } }: { webhook: Webhook }) {
  if (last === null) return <Muted as="p">Nothing was posted yet.</Muted>;
  return (
    <Muted as="p">
      Last: {toSubjectText(last)} ·{" "}
      {last.state === "failed" ? (
        <Text weight={600} tone="danger">
          failed
        </Text>
      ) : (
        stateNames[last.state].toLowerCase()
      )}{" "}
      <RelativeTime iso={last.sent_at ?? last.created_at} />
    </Muted>
  );
}

const DeliveriesDialog = lazyDialog(async () => (await import("./dialogs.tsx")).DeliveriesDialog);

interface WebhookActionsProps {
  clanId: string;
  webhook: Webhook;
  mayChange: boolean;
}

type Open = "edit" | "log" | "delete" | null;

/** What can be done to a webhook, and what came of it. */
function WebhookActions({ clanId, webhook, mayChange }: WebhookActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const test = useTestWebhook(clanId);
  const onOff = useSwitchWebhook(clanId);
  const toggle = () => {
    test.reset();
    onOff.mutate(webhook, { onSuccess: toastSwitched });
  };
  const onTest = () => {
    onOff.reset();
    test.mutate(webhook.id);
  };
  return (
    <>
      <Row gap={2}>
        {mayChange && (
          <>
            <Action word="Test" name={webhook.name} isBusy={test.isPending} onPress={onTest} />
            <Action word="Edit" name={webhook.name} onPress={() => setOpen("edit")} />
            <Action
              word={webhook.is_active ? "Turn off" : "Turn on"}
              name={webhook.name}
              isBusy={onOff.isPending}
              onPress={toggle}
            />
          </>
        )}
        <Action word="Log" name={webhook.name} onPress={() => setOpen("log")} />
        {mayChange && <Action word="Delete" name={webhook.name} onPress={() => setOpen("delete")} />}
      </Row>
      <p role="status" className={styles.answer} data-state={test.data?.state}>
        {test.isPending ? "Posting a test message…" : test.data && toTestText(test.data)}
      </p>
      <ErrorMessage error={test.error ?? onOff.error} />
      <OpenDialog open={open} clanId={clanId} webhook={webhook} onClose={() => setOpen(null)} />
    </>
  );
}

function toastSwitched({ name, is_active }: Webhook): void {
  showToast({ kind: "success", message: `${name} is turned ${is_active ? "on" : "off"}` });
}

interface ActionProps {
  word: string;
  /** Of which webhook, for those who do not see where the button stands. */
  name: string;
  isBusy?: boolean;
  onPress: () => void;
}

function Action({ word, name, isBusy = false, onPress }: ActionProps) {
  return (
    <Button busy={isBusy} onClick={() => isBusy || onPress()}>
      {word} <span className="visually-hidden">{name}</span>
    </Button>
  );
}

interface OpenDialogProps {
  open: Open;
  clanId: string;
  webhook: Webhook;
  onClose: () => void;
}

function OpenDialog({ open, clanId, webhook, onClose }: OpenDialogProps) {
  const deletion = useDeleteWebhook(clanId);
  const { id, name } = webhook;
  if (open === "edit") return <WebhookForm clanId={clanId} webhook={webhook} onClose={onClose} />;
  if (open === "log") return <DeliveriesDialog clanId={clanId} webhook={webhook} onClose={onClose} />;
  if (open === null) return null;
  const onConfirm = async () => {
    await deletion.mutateAsync(id);
    showToast({ kind: "success", message: `${name} is disconnected` });
  };
  return (
    <LazyConfirmDialog title={`Delete ${name}?`} action="Delete webhook" onConfirm={onConfirm} onClose={onClose}>
      <p>
        Nothing is posted to its channel any more, and its log goes with it. What was posted stays in Discord. To
        connect the channel again you need its address.
      </p>
    </LazyConfirmDialog>
  );
}
