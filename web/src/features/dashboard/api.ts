import { type ClanToday, getMyToday } from "@clanhall/contract/dashboard";
import { getMyStanding, type MyStanding } from "@clanhall/contract/my-standing";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api-client.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { todayKey } from "../../domain/first-steps.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { useWarnOnError } from "../../lib/hooks.ts";
import { showToast } from "../../ui/toasts.ts";

/** The caller's clans; that they cannot be loaded is said once. */
export function useClans() {
  const query = useQuery(myClansQuery);
  const { error } = query;
  useEffect(() => {
    if (error) showToast({ kind: "error", message: "Failed to load clans" });
  }, [error]);
  return query;
}

const todayQuery = queryOptions({
  queryKey: todayKey,
  queryFn: async () => (await call(getMyToday, {})).items,
});

const nothing: ClanToday[] = [];

/** Today in the clans one manages; the dashboard does without it when it does not come. */
export function useToday(isWanted: boolean) {
  const {
    data = nothing,
    error,
    isPending,
  } = useQuery({
    ...todayQuery,
    enabled: isWanted,
    refetchInterval: ({ state }) => untilFirstEnds(state.data),
  });
  useWarnOnError(error, "Today could not be loaded");
  return { today: data, isPending: isWanted && isPending };
}

const standingQuery = queryOptions({
  queryKey: ["me", "standing"],
  queryFn: async ({ signal }) => (await call(getMyStanding, {}, { signal, fetch: fetchWithEtag })).items,
});

const noStandings: MyStanding[] = [];

/** How one is doing in one's clans; the dashboard does without it when it does not come. */
export function useStandings(isWanted: boolean) {
  const {
    data = noStandings,
    error,
    isPending,
  } = useQuery({
    ...standingQuery,
    enabled: isWanted,
    refetchInterval: ({ state }) => untilFirstEnds(state.data?.map(({ today }) => today)),
  });
  useWarnOnError(error, "Your standings could not be loaded");
  return { standings: data, isPending: isWanted && isPending };
}

/** Milliseconds until the first of the days ends; false when there is nothing to wait for. */
function untilFirstEnds(items: { ends_at: string }[] = nothing): number | false {
  const ends = Math.min(...items.map(({ ends_at }) => Date.parse(ends_at)));
  return Number.isFinite(ends) && Math.max(5_000, ends - Date.now() + 1_000);
}
