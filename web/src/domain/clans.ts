import { markClanUsed } from "@clanhall/contract/account";
import { type ClanCard, getClan, listMyClans } from "@clanhall/contract/clans";
import { listGames } from "@clanhall/contract/games";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../lib/api-client.ts";

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
