import {
  acceptRequest,
  type ClanRequest,
  declineRequest,
  listRequests,
  type RequestKind,
} from "@clanhall/contract/requests";
import { infiniteQueryOptions, useMutation } from "@tanstack/react-query";
import { decisionsKey, useRefreshDecisions } from "../../domain/decisions.ts";
import { call } from "../../lib/api-client.ts";

export interface RequestFilter {
  state: "open" | "decided";
  kind: RequestKind | "";
}

/** Open ones the oldest first, decided ones the latest first. */
export const requestsQuery = (clanId: string, { state, kind }: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: [...decisionsKey(clanId), "requests", state, kind],
    queryFn: ({ pageParam }) =>
      call(listRequests, {
        params: { clanId },
        query: { state, ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

interface Decision {
  request: ClanRequest;
  /** Given when it is declined. */
  reason?: string;
}

/** Whether it worked or was decided elsewhere, the lists are read again. */
export function useDecide(clanId: string) {
  return useMutation({
    mutationFn: ({ request, reason }: Decision) => {
      const params = { clanId, requestId: request.id };
      return reason === undefined
        ? call(acceptRequest, { params })
        : call(declineRequest, { params, body: { reason } });
    },
    onSettled: useRefreshDecisions(clanId),
  });
}
