import type { ClanDraft } from "@clanhall/contract/clan-drafts";
import { type ClanCard, createClan } from "@clanhall/contract/clans";
import { acceptTransfer, declineTransfer, leaveClan } from "@clanhall/contract/clan-ownership";
import { listGames } from "@clanhall/contract/games";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";

export const gamesQuery = queryOptions({
  queryKey: ["games"],
  queryFn: async () => (await call(listGames, {})).items,
  staleTime: 5 * 60_000,
});

/** Everything about clans is asked for again: cards, settings and logs tell of the same change. */
export function useRefreshClans() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["clans"] });
}

interface Creation {
  draft: ClanDraft;
  /** The same for every try of the same form, so that a lost answer does not make a second clan. */
  idempotencyKey: string;
}

export function useCreateClan() {
  const refresh = useRefreshClans();
  return useMutation({
    mutationFn: ({ draft, idempotencyKey }: Creation) => call(createClan, { body: draft }, { idempotencyKey }),
    onSuccess: () => void refresh(),
  });
}

export function useLeaveClan() {
  const refresh = useRefreshClans();
  return useMutation({
    mutationFn: (clanId: string) => call(leaveClan, { params: { clanId } }),
    onSuccess: refresh,
  });
}

/** Takes over a clan that is offered, or turns it down. */
export function useAnswerOffer(clanId: string) {
  const refresh = useRefreshClans();
  return useMutation({
    mutationFn: (isAccepted: boolean) => call(isAccepted ? acceptTransfer : declineTransfer, { params: { clanId } }),
    onSettled: refresh,
  });
}

/** Milliseconds until the first of the clans' days ends; false when there is nothing to wait for. */
export function untilDayEnds(clans: ClanCard[] | undefined, now = Date.now()): number | false {
  if (!clans || clans.length === 0) return false;
  const ends = Math.min(...clans.map(({ today }) => Date.parse(today.ends_at)));
  return Math.max(5_000, ends - now + 1_000);
}
