import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  testWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookDraft,
} from "@clanhall/contract/webhooks";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { ApiError } from "../../lib/api-errors.ts";

const keyOf = (clanId: string) => ["webhooks", clanId];

export const webhooksOf = (clanId: string) =>
  queryOptions({
    queryKey: [...keyOf(clanId), "list"],
    queryFn: async () => (await call(listWebhooks, { params: { clanId } })).items,
  });

/** What was posted to a webhook, the latest first. */
export const deliveriesOf = (clanId: string, webhookId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(clanId), "deliveries", webhookId],
    queryFn: ({ pageParam }) =>
      call(listDeliveries, { params: { clanId, webhookId }, query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });

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
