import type { Webhook } from "@clanhall/contract/webhooks";
import { type FormEvent, useEffect, useRef } from "react";
import { formatList } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { Form, PasswordField, TextField } from "../../ui/core/field.tsx";
import { ErrorMessage, FormSummary } from "../../ui/core/notice.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import { EventsField } from "./events-field.tsx";
import { useWebhookDraft, type WebhookForm } from "./use-webhook-draft.ts";
import { toEventChips } from "./format.ts";

interface WebhookDialogProps {
  clanId: string;
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
}

/** Connects a channel, or changes what is posted to it. */
export function WebhookDialog({ clanId, webhook, onClose }: WebhookDialogProps) {
  const onSaved = ({ name }: Webhook) => {
    showToast({ kind: "success", message: webhook ? `${name} saved` : `${name} is connected` });
    onClose();
  };
  const form = useWebhookDraft({ clanId, webhook, onSaved });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.failures]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Dialog title={webhook ? `Edit ${webhook.name}` : "Add a webhook"} onClose={onClose}>
      {form.theirs && (
        <ConflictNotice theirs={wordsOf(form.theirs)} onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />
      )}
      <Form ref={element} onSubmit={onSubmit}>
        <FormSummary error={null} wrongFields={Object.keys(form.problems).length} />
        <NameAndAddress form={form} webhook={webhook} />
        <EventsField form={form} />
        <ErrorMessage error={form.problem} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.isPending}>
            {webhook ? "Save webhook" : "Add webhook"}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function NameAndAddress({ form, webhook }: { form: WebhookForm; webhook: Webhook | null }) {
  const { fields, problems, set } = form;
  return (
    <>
      <TextField
        label="Name"
        hint="For you, such as the name of the channel."
        autoComplete="off"
        value={fields.name}
        error={problems.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <PasswordField
        label={webhook ? "New address" : "Address"}
        what="address"
        hint={
          <>
            {webhook && <>Leave it empty to keep {webhook.masked_url}. </>}
            In Discord: the channel’s settings, Integrations, Webhooks, Copy Webhook URL. Whoever has it can post to the
            channel, so we keep it sealed and never show it again.
          </>
        }
        autoComplete="off"
        value={fields.url}
        error={problems.url}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
    </>
  );
}

function wordsOf(theirs: Webhook): string {
  return `the webhook is called “${theirs.name}” and is told of ${formatList(toEventChips(theirs))}`;
}
