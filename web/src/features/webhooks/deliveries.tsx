import type { Delivery, Webhook } from "@clanhall/contract/webhooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Muted, Stack, Row } from "../../ui/core/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { stateNames, toAttemptsText, toSubjectText } from "./format.ts";
import { deliveriesOf } from "./api.ts";
import styles from "./webhooks.module.css";

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
  return (
    <Dialog title={`Log of ${webhook.name}`} onClose={onClose} size="lg">
      <Muted as="p">What was posted in the last 30 days, the latest first.</Muted>
      <AsyncSection query={log} what="The log" lines={4}>
        {({ pages }) => <Deliveries items={pages.flatMap(({ items }) => items)} />}
      </AsyncSection>
      <Pager query={log} />
    </Dialog>
  );
}

function Deliveries({ items }: { items: Delivery[] }) {
  if (items.length === 0) return <p>Nothing was posted yet.</p>;
  return (
    <ul aria-label="Deliveries">
      {items.map((delivery) => (
        <Stack as="li" key={delivery.id} gap={2} className={styles.item}>
          <Row className={styles.head}>
            <strong>{toSubjectText(delivery)}</strong>
            <Badge tone={stateTones[delivery.state]}>{stateNames[delivery.state]}</Badge>
          </Row>
          <Muted as="p">
            {toAttemptsText(delivery.attempts)}
            {delivery.status !== null && ` · answer ${delivery.status}`} ·{" "}
            <RelativeTime iso={delivery.sent_at ?? delivery.created_at} />
          </Muted>
          {delivery.problem && <p className={styles.problem}>{delivery.problem}</p>}
        </Stack>
      ))}
    </ul>
  );
}
