import type { Clan } from "@clanhall/contract/clans";
import { type Webhook, webhookFailuresMax, webhooksMax } from "@clanhall/contract/webhooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { webhooksOf } from "./api.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { WebhookActions } from "./actions.tsx";
import { stateNames, toEventChips, toSubjectText } from "./format.ts";
import styles from "./webhooks.module.css";

const WebhookForm = lazyDialog(async () => (await import("./form.tsx")).WebhookForm);

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
              <ul aria-label="Discord webhooks">
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
        {webhooks.length} of {webhooksMax} webhooks.{" "}
        {isFull
          ? "That is all a clan can have: delete one to add another."
          : `One that fails ${webhookFailuresMax} times in a row is switched off.`}
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
      <Row className={styles.head}>
        <strong>{name}</strong>
        <Badge tone={is_active ? "success" : "neutral"}>{is_active ? "On" : "Switched off"}</Badge>
      </Row>
      <Muted as="code">{masked_url}</Muted>
      <Row as="ul" gap={2} align="stretch" className={styles.chips} aria-label={`Events ${name} posts`}>
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
    <Muted as="p" className={styles.last}>
      Last: {toSubjectText(last)} · <span data-state={last.state}>{stateNames[last.state].toLowerCase()}</span>{" "}
      <RelativeTime iso={last.sent_at ?? last.created_at} />
    </Muted>
  );
}
