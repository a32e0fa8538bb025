import { listEntries } from "@clanhall/contract/entry-history";
import { getMemberPage } from "@clanhall/contract/member-page";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";

export const playerQuery = (clanId: string, memberId: string) =>
  queryOptions({
    queryKey: ["members", clanId, "page", memberId],
    queryFn: ({ signal }) =>
      call(getMemberPage, { params: { clanId, memberId } }, { signal, timeoutMs: 30_000, fetch: fetchWithEtag }),
  });

export interface ValuesFilter {
  from: string;
  to: string;
  activityId?: string | undefined;
}

/** Every value of a player in some days, missing ones too, the latest day first. */
export const valuesQuery = (clanId: string, memberId: string, { from, to, activityId }: ValuesFilter) =>
  infiniteQueryOptions({
    queryKey: ["entries", clanId, "player", memberId, from, to, activityId ?? ""],
    queryFn: ({ pageParam, signal }) =>
      call(
        listEntries,
        {
          params: { clanId },
          query: {
            from,
            to,
            member_id: memberId,
            ...(activityId && { activity_id: activityId }),
            states: "value,excused,missing",
            include_former: "true",
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal, timeoutMs: 30_000 },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
