import { type ClanHome, getClanHome } from "@clanhall/contract/clan-home";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";
import { fetchWithEtag } from "../lib/etag-cache.ts";

export const homeKey = (clanId: string) => ["clans", clanId, "home"];

export const homeQuery = (clanId: string) =>
  queryOptions({
    queryKey: homeKey(clanId),
    queryFn: ({ signal }) => call(getClanHome, { params: { clanId } }, { signal, fetch: fetchWithEtag }),
    refetchInterval: ({ state }) => untilDayEnds(state.data),
  });

/** The next day is asked for a second after this one has ended. */
function untilDayEnds(home: ClanHome | undefined): number | false {
  return home?.today ? Math.max(5_000, Date.parse(home.today.ends_at) - Date.now() + 1_000) : false;
}
