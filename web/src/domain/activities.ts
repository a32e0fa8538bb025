import { listActivities } from "@clanhall/contract/activities";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";
import { fetchWithEtag } from "../lib/etag-cache.ts";

/** Of everything about a clan's activities. */
export const activitiesKey = (clanId: string) => ["activities", clanId];

/** The clan's activities in their order, archived ones too. */
export const activitiesQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...activitiesKey(clanId), "list"],
    queryFn: async ({ signal }) =>
      (await call(listActivities, { params: { clanId }, query: {} }, { signal, fetch: fetchWithEtag })).items,
  });
