import type { Webhook } from "@clanhall/contract/webhooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldProblems } from "../../lib/schema-rule.ts";
import { useKeyOf } from "../../lib/use-key-of.ts";
import {
  changeOf,
  checkFields,
  doCollide,
  type FieldChange,
  type FieldProblems,
  mergeFields,
  newFields,
  toFields,
  type WebhookFields,
} from "./webhook-fields.ts";
import { connectWebhook, saveWebhook, theirsOf, useRefreshWebhooks } from "./webhooks.api.ts";

export type WebhookForm = ReturnType<typeof useWebhookDraft>;

interface WebhookDraftInput {
  clanId: string;
  /** Null for a new one. */
  webhook: Webhook | null;
  onSaved: (webhook: Webhook) => void;
}

/** Connects a channel or changes how; a change of the same fields elsewhere is put before the person. */
export function useWebhookDraft({ clanId, webhook, onSaved }: WebhookDraftInput) {
  const [base, setBase] = useState({ webhook, fields: webhook ? toFields(webhook) : newFields });
  const [fields, setFields] = useState(base.fields);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [failures, setFailures] = useState(0);
  const save = useSave(clanId);
  const fail = (found: FieldProblems) => {
    setProblems(found);
    setFailures((before) => before + 1);
  };
  const theirs = save.data && "theirs" in save.data ? save.data.theirs : null;
  const send = (from: Webhook | null) =>
    save.mutate(
      { from, fields, change: changeOf(base.fields, fields) },
      {
        onSuccess: (outcome) => {
          if ("saved" in outcome) onSaved(outcome.saved);
        },
        onError: (error) => fail(fieldProblems(error, fields) ?? {}),
      },
    );
  return {
    fields,
    set: (change: Partial<WebhookFields>) => setFields((before) => ({ ...before, ...change })),
    problems,
    /** How often it could not be sent or was refused. */
    failures,
    isPending: save.isPending,
    theirs,
    /** What concerns no single field. */
    problem: fieldProblems(save.error, fields) ? null : save.error,
    submit: () => {
      const found = checkFields(fields, webhook === null);
      if (Object.keys(found).length > 0) return fail(found);
      setProblems({});
      if (!save.isPending) send(base.webhook);
    },
    keepMine: () => theirs && send(theirs),
    /** What they did not touch stays as it was typed. */
    takeTheirs: () => {
      if (!theirs) return;
      const newer = toFields(theirs);
      setFields(mergeFields(base.fields, fields, newer));
      setBase({ webhook: theirs, fields: newer });
      save.reset();
    },
  };
}

interface Sent {
  from: Webhook | null;
  fields: WebhookFields;
  change: FieldChange;
}
type Outcome = { saved: Webhook } | { theirs: Webhook };

/** What is sent holds the address, so it is not kept when the dialog is gone. */
function useSave(clanId: string) {
  const sendKey = useKeyOf();
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ from, fields, change }: Sent): Promise<Outcome> => {
      if (from === null) return { saved: await connectWebhook(clanId, fields, sendKey(fields)) };
      return Object.keys(change).length === 0 ? { saved: from } : sendChange(clanId, from, change);
    },
    onSettled: useRefreshWebhooks(clanId),
  });
}

/** A change elsewhere stands in the way only if it is of the same fields, and only until the person has decided. */
async function sendChange(clanId: string, from: Webhook, change: FieldChange): Promise<Outcome> {
  try {
    return { saved: await saveWebhook(clanId, from.id, { ...change, version: from.version }) };
  } catch (error) {
    const theirs = theirsOf(error, from.id);
    if (!theirs) throw error;
    if (doCollide(change, changeOf(toFields(from), toFields(theirs)))) return { theirs };
    return { saved: await saveWebhook(clanId, from.id, { ...change, version: theirs.version }) };
  }
}
