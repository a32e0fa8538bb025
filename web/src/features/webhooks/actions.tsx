import type { Webhook } from "@clanhall/contract/webhooks";
import { useState } from "react";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { toTestText } from "./format.ts";
import { useDeleteWebhook, useSwitchWebhook, useTestWebhook } from "./api.ts";
import styles from "./webhooks.module.css";

const WebhookForm = lazyDialog(async () => (await import("./form.tsx")).WebhookForm);
const DeliveriesDialog = lazyDialog(async () => (await import("./deliveries.tsx")).DeliveriesDialog);

interface WebhookActionsProps {
  clanId: string;
  webhook: Webhook;
  mayChange: boolean;
}

type Open = "edit" | "log" | "delete" | null;

/** What can be done to a webhook, and what came of it. */
export function WebhookActions({ clanId, webhook, mayChange }: WebhookActionsProps) {
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
              word={webhook.is_active ? "Switch off" : "Switch on"}
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
  showToast({ kind: "success", message: `${name} is switched ${is_active ? "on" : "off"}` });
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
