import {
  createWebhook,
  deleteWebhook,
  type Delivery,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  testWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookDraft,
  type WebhookEvent,
} from "@clanhall/contract/webhooks";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { ApiError } from "../../lib/api-errors.ts";
import { type LoadPage, pagedQuery } from "../../lib/paged.ts";

const keyOf = (clanId: string) => ["webhooks", clanId];

export const webhooksOf = (clanId: string) =>
  queryOptions({
    queryKey: [...keyOf(clanId), "list"],
    queryFn: async () => (await call(listWebhooks, { params: { clanId } })).items,
  });

/** What was posted to a webhook, the latest first. */
export const deliveriesOf = (clanId: string, webhookId: string) =>
  pagedQuery([...keyOf(clanId), "deliveries", webhookId], loadDeliveries(clanId, webhookId));

export function loadDeliveries(clanId: string, webhookId: string): LoadPage<AnswerOf<typeof listDeliveries>> {
  return (query, options) => call(listDeliveries, { params: { clanId, webhookId }, query }, options);
}

/** Whatever becomes of a webhook shows in the list, in its log and where others ask which events it posts. */
export function useRefreshWebhooks(clanId: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keyOf(clanId) });
}

export function connectWebhook(clanId: string, draft: WebhookDraft, idempotencyKey: string): Promise<Webhook> {
  return call(createWebhook, { params: { clanId }, body: draft }, { idempotencyKey });
}

export function saveWebhook(clanId: string, webhookId: string, change: WebhookChange): Promise<Webhook> {
  return call(patchWebhook, { params: { clanId, webhookId }, body: change });
}

/** What a refused change collided with, if that is what happened. */
function theirsOf(error: unknown, webhookId: string): Webhook | null {
  const current = error instanceof ApiError ? (error.current as Webhook | undefined) : undefined;
  return current?.id === webhookId ? current : null;
}

/** A webhook is on or off, so whatever else was changed meanwhile is not in the way. */
export function useSwitchWebhook(clanId: string) {
  return useMutation({
    mutationFn: async ({ id, is_active, version }: Webhook) => {
      const change = { is_active: !is_active };
      try {
        return await saveWebhook(clanId, id, { ...change, version });
      } catch (error) {
        const theirs = theirsOf(error, id);
        if (!theirs) throw error;
        return saveWebhook(clanId, id, { ...change, version: theirs.version });
      }
    },
    onSettled: useRefreshWebhooks(clanId),
  });
}

export function useDeleteWebhook(clanId: string) {
  return useMutation({
    mutationFn: (webhookId: string) => call(deleteWebhook, { params: { clanId, webhookId } }),
    onSettled: useRefreshWebhooks(clanId),
  });
}

/** The server waits for Discord, so it is given longer than usual to answer. */
const testTimeoutMs = 20_000;

export function useTestWebhook(clanId: string) {
  return useMutation({
    mutationFn: (webhookId: string) =>
      call(testWebhook, { params: { clanId, webhookId } }, { timeoutMs: testTimeoutMs }),
    onSettled: useRefreshWebhooks(clanId),
  });
}

/** What a webhook posts, in short and in a sentence. */
export const eventTexts: Record<WebhookEvent, [title: string, meaning: string]> = {
  bulletin: ["Bulletins", "Each bulletin whose writer ticked “Post it to Discord”, once it is published."],
  daily_summary: ["Daily summary", "After each reset: how much was entered, who did best and who is missing most."],
  weekly_summary: ["Weekly summary", "The same for the whole week, after its last day."],
  scoreboard: ["Scoreboards", "Final results with their picture, and every board someone posts by hand."],
  member_joined: ["New players", "Who has joined, as soon as they accept an invite or are let in."],
  join_request: ["Requests to join", "That someone asks to join by the clan’s link, but not who."],
  request: ["Requests of members", "That a member disputes a value or asks to be away, but not who."],
  reminder: ["Reminder", "Who still has values missing, some hours before the day ends."],
  warning: ["Warnings", "Each warning whose writer ticked “Post it to Discord”."],
};

export const stateNames: Record<Delivery["state"], string> = {
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
};

export function toHoursText(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** The events of a webhook, one chip each. */
export function toEventChips({ events, reminder_hours }: Pick<Webhook, "events" | "reminder_hours">): string[] {
  return events.map((event) =>
    event === "reminder" ? `Reminder ${toHoursText(reminder_hours)} before` : eventTexts[event][0],
  );
}

/** What a message was about: "Bulletins: Raid tonight". */
export function toSubjectText({ event, subject }: Pick<Delivery, "event" | "subject">): string {
  return event === "test" ? subject : `${eventTexts[event][0]}: ${subject}`;
}

export function toAttemptsText(attempts: number): string {
  if (attempts === 0) return "not tried yet";
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}

/** What Discord said to a test. */
export function toTestText({ state, status, problem }: Pick<Delivery, "state" | "status" | "problem">): string {
  const answer = status === null ? "" : ` (status ${status})`;
  if (state === "sent") return `Discord accepted the test message${answer}. Look for it in the channel.`;
  return `The test message was not posted${answer}. ${problem ?? "Please try again."}`;
}
