import { findMemberClan } from "@clanhall/contract/clans";
import { findClanPage } from "@clanhall/contract/pages";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { call } from "../lib/api-client.ts";
import { hasStatus } from "../lib/api-errors.ts";
import { readClanId } from "./clan-screens.ts";

/** Which of the caller's clans a player is in; null for none of them. That never changes. */
const memberClanQuery = (memberId: string) =>
  queryOptions({
    queryKey: ["member clan", memberId],
    queryFn: async ({ signal }) => {
      try {
        return (await call(findMemberClan, { params: { memberId } }, { signal })).clan_id;
      } catch (error) {
        if (hasStatus(error, 400, 404)) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });

/** The clan an address names: by itself, or by a player of it, which has to be asked for first. */
export function useNamedClan() {
  const { pathname, searchStr } = useLocation();
  const memberId = findClanPage(pathname) === "player" ? (pathname.split("/")[2] ?? "") : null;
  const lookup = useQuery({ ...memberClanQuery(memberId ?? ""), enabled: memberId !== null });
  return memberId === null
    ? { clanId: readClanId(pathname, searchStr), lookup: null }
    : { clanId: lookup.data ?? null, lookup };
}
