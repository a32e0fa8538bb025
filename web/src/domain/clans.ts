import { markClanUsed } from "@clanhall/contract/account";
import { type ClanCard, findMemberClan, getClan, listMyClans } from "@clanhall/contract/clans";
import { listGames } from "@clanhall/contract/games";
import { findClanPage } from "@clanhall/contract/pages";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { call } from "../lib/api-client.ts";
import { hasStatus } from "../lib/api-errors.ts";
import { readClanId } from "./clan-screens.ts";

/** The caller's clans, by name, each with their role in it. */
export const myClansQuery = queryOptions({
  queryKey: ["clans", "my"],
  queryFn: () => call(listMyClans, {}),
});

/** One clan with its settings. */
export const clanQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["clans", clanId],
    queryFn: () => call(getClan, { params: { clanId } }),
  });

/** The catalogue of games with their servers and templates. */
export const gamesQuery = queryOptions({
  queryKey: ["games"],
  queryFn: async () => (await call(listGames, {})).items,
  staleTime: 5 * 60_000,
});

/** The clan somebody chose last, on whichever device. */
export function findLastUsed(clans: ClanCard[]): ClanCard | null {
  const used = clans.filter(({ last_used_at: at }) => at !== null);
  return used.toSorted((a, b) => usedAt(b) - usedAt(a))[0] ?? null;
}

const usedAt = ({ last_used_at: at }: ClanCard): number => (at ? Date.parse(at) : 0);

/** Lets the next screen, and the next device, start with this clan. Nobody waits for it, and nobody misses it. */
export function useRememberClan(clanId: string | undefined): void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: "last clan" },
    mutationFn: (id: string) => call(markClanUsed, { params: { clanId: id } }),
  });
  useEffect(() => {
    const clans = queries.getQueryData(myClansQuery.queryKey) ?? [];
    const last = findLastUsed(clans);
    if (!clanId || last?.id === clanId) return;
    // This device's clock may be behind the server's.
    const now = new Date(Math.max(Date.now(), last ? usedAt(last) + 1 : 0)).toISOString();
    queries.setQueryData(
      myClansQuery.queryKey,
      clans.map((clan) => (clan.id === clanId ? { ...clan, last_used_at: now } : clan)),
    );
    mutate(clanId);
  }, [queries, mutate, clanId]);
}

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
