import { type ClanCard, findMemberClan } from "@clanhall/contract/clans";
import { findClanPage } from "@clanhall/contract/pages";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { call } from "../lib/api-client.ts";
import { hasStatus } from "../lib/api-errors.ts";
import { readClanId } from "./clan-screens.ts";
import { findLastUsed, myClansQuery } from "./clans.ts";

/** Which of the caller's clans a member is in; null for none of them. That never changes. */
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

/** The clan of the page; elsewhere the one somebody chose last, or their only one. */
export function useCurrentClan(): ClanCard | null {
  const { data: clans = [] } = useQuery(myClansQuery);
  const { clanId } = useNamedClan();
  const only = clans.length === 1 ? clans[0] : undefined;
  return clans.find(({ id }) => id === clanId) ?? findLastUsed(clans) ?? only ?? null;
}
