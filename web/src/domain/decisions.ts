import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { getCellHistory } from "@clanhall/contract/entries";
import {
  acceptRequest,
  type ClanRequest,
  createRequest,
  declineRequest,
  deleteRequest,
  getRequestPicture,
  listRequests,
  markRequestSeen,
  type RequestDraft,
  undoDecision,
} from "@clanhall/contract/requests";
import { countAttention, getAttention } from "@clanhall/contract/attention";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";
import { fetchWithEtag } from "../lib/etag-cache.ts";
import { homeKey } from "./clan-home.ts";
import { showToast } from "../ui/toasts.ts";

export type DisputedCell = Pick<AnswerOf<typeof getCellHistory>, "member" | "activity" | "day" | "entry">;

/** Of everything that is asked for and decided in a clan. */
export const decisionsKey = (clanId: string) => ["decisions", clanId];

/** Who needs attention in a clan. It changes with the days, so that the tab and the page share it for a while. */
export const attentionQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...decisionsKey(clanId), "attention"],
    queryFn: () => call(getAttention, { params: { clanId } }),
    staleTime: 5 * 60_000,
  });

/** How many need attention in each of one's clans; read again whenever a clan is. */
export const attentionCountsQuery = queryOptions({
  queryKey: ["clans", "attention"],
  queryFn: async ({ signal }) => {
    const { items } = await call(countAttention, {}, { signal, fetch: fetchWithEtag });
    return new Map(items.map(({ clan_id, count }) => [clan_id, count]));
  },
  staleTime: 5 * 60_000,
});

export type ValueRequest = Extract<ClanRequest, { kind: "value" }>;

/** Values that are disputed now: all of the clan's for officers, for others their own. */
export const disputesQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...decisionsKey(clanId), "disputes"],
    queryFn: async () => {
      const { items } = await call(listRequests, { params: { clanId }, query: { kind: "value", limit: 200 } });
      return items.filter((request): request is ValueRequest => request.kind === "value");
    },
    staleTime: 60_000,
  });

/** As a picture's address: it is fetched with the caller's rights, which an address alone does not carry. */
export const pictureQuery = (clanId: string, requestId: string, pictureId: string) =>
  queryOptions({
    queryKey: ["picture", clanId, pictureId],
    queryFn: async ({ signal }) => {
      const params = { clanId, requestId, pictureId };
      const file: unknown = await call(getRequestPicture, { params }, { asFile: true, signal });
      return file instanceof Blob ? toDataUrl(file) : "";
    },
    staleTime: Infinity,
  });

/** A file as it can be shown and sent. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read")));
    reader.readAsDataURL(file);
  });
}

interface Decision {
  request: ClanRequest;
  /** Given when it is declined. */
  reason?: string;
}

/** Whether it worked or was decided elsewhere, the lists are read again. What was just decided can be taken back. */
export function useDecide(clanId: string) {
  const onSettled = useRefreshDecisions(clanId);
  const { mutateAsync: undo } = useMutation({
    mutationFn: (requestId: string) => call(undoDecision, { params: { clanId, requestId } }),
    onSettled,
  });
  return useMutation({
    mutationFn: ({ request, reason }: Decision) => {
      const params = { clanId, requestId: request.id };
      return reason === undefined
        ? call(acceptRequest, { params })
        : call(declineRequest, { params, body: { reason } });
    },
    onSuccess: ({ id, member, state }) =>
      showToast({ kind: "success", message: `${member.name}: ${state}`, onUndo: () => undo(id) }),
    onSettled,
  });
}

/** Takes one's own request back, or ends an absence that counted at once. */
export function useWithdraw(clanId: string) {
  return useMutation({
    mutationFn: ({ id: requestId }: ClanRequest) => call(deleteRequest, { params: { clanId, requestId } }),
    onSuccess: (left, { state }) => showToast({ kind: "success", message: withdrawnText(left, state === "open") }),
    onSettled: useRefreshDecisions(clanId),
  });
}

function withdrawnText({ state }: ClanRequest, wasOpen: boolean): string {
  if (wasOpen) return "Request withdrawn";
  return state === "withdrawn" ? "Absence removed" : "Absence ended yesterday";
}

export function useMarkSeen(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (requestId: string) => call(markRequestSeen, { params: { clanId, requestId } }),
    onSuccess: () =>
      Promise.all([["me", "standing"], homeKey(clanId)].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** What is decided may be on the roster, in the day and on the clan's card. */
export function useRefreshDecisions(clanId: string) {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["clans"] });
    for (const key of ["members", "entries"]) void queries.invalidateQueries({ queryKey: [key, clanId] });
    return queries.invalidateQueries({ queryKey: decisionsKey(clanId) });
  };
}

export function useMakeRequest(clanId: string) {
  return useMutation({
    mutationFn: (body: RequestDraft) => call(createRequest, { params: { clanId }, body }),
    onSuccess: useRefreshDecisions(clanId),
  });
}
