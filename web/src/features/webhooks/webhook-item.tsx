import type { Webhook } from "@clanhall/contract/webhooks";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { stateNames, toEventChips, toSubjectText } from "./format.ts";
import styles from "./webhooks.module.css";

interface WebhookItemProps {
  clanId: string;
  webhook: Webhook;
  mayChange: boolean;
}

export function WebhookItem({ clanId, webhook, mayChange }: WebhookItemProps) {
  const { name, is_active, masked_url } = webhook;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <strong>{name}</strong>
        <span className={styles.chip} data-state={is_active ? "on" : "off"}>
          {is_active ? "On" : "Switched off"}
        </span>
      </div>
      <code className={styles.address}>{masked_url}</code>
      <ul className={styles.chips} aria-label={`What ${name} is told of`}>
        {toEventChips(webhook).map((words) => (
          <li key={words} className={styles.chip}>
            {words}
          </li>
        ))}
      </ul>
      {!is_active && <WhyOff webhook={webhook} />}
      <LastDelivery webhook={webhook} />
      <WebhookActions clanId={clanId} webhook={webhook} mayChange={mayChange} />
    </li>
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
  if (last === null) return <p className={styles.note}>Nothing was posted yet.</p>;
  return (
    <p className={styles.note}>
      Last: {toSubjectText(last)} · <span data-state={last.state}>{stateNames[last.state].toLowerCase()}</span>{" "}
      <RelativeTime iso={last.sent_at ?? last.created_at} />
    </p>
  );
}
