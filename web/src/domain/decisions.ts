import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { getCellHistory } from "@clanhall/contract/entries";
import { createRequest, type RequestDraft } from "@clanhall/contract/requests";
import { getAttention } from "@clanhall/contract/attention";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";

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
