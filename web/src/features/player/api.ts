import { listEntries } from "@clanhall/contract/entry-history";
import { getMemberPage } from "@clanhall/contract/member-page";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { pagedQuery } from "../../lib/paged.ts";

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
  pagedQuery(["entries", clanId, "player", memberId, from, to, activityId ?? ""], (at, options) =>
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
          ...at,
        },
      },
      { ...options, timeoutMs: 30_000 },
    ),
  );
