import type { ClanDraft } from "@clanhall/contract/clan-drafts";
import {
  acceptTransfer,
  archiveClan,
  cancelTransfer,
  type Clan,
  type ClanCard,
  type ClanChange,
  createClan,
  declineTransfer,
  deleteClan,
  getClan,
  getClanOverview,
  leaveClan,
  patchClan,
  restoreClan,
  transferClan,
  unarchiveClan,
} from "@clanhall/contract/clans";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { clanQuery } from "../../domain/clans.ts";
import { hasStatus } from "../../lib/api-errors.ts";

/** Everything about clans is asked for again: cards, settings and logs tell of the same change. */
function useRefreshClans() {
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
    // The clan's home opens next, and reads it from the list.
    onSuccess: refresh,
  });
}

export function useLeaveClan() {
  const refresh = useRefreshClans();
  return useMutation({
    mutationFn: (clanId: string) => call(leaveClan, { params: { clanId } }),
    onSuccess: refresh,
  });
}

/** Accepts or declines the transfer of a clan. */
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

export const clanOverviewQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["clans", clanId, "overview"],
    queryFn: () => call(getClanOverview, { params: { clanId } }),
  });

export function saveClan(clanId: string, change: ClanChange): Promise<Clan> {
  return call(patchClan, { params: { clanId }, body: change });
}

export function useKeepClan(clanId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshClans();
  return (clan: Clan) => {
    queries.setQueryData(clanQuery(clanId).queryKey, clan);
    void refresh();
  };
}

interface SwitchChange {
  toggles?: Partial<Clan["toggles"]>;
  members_away?: Clan["members_away"];
}

/** A toggle that was just switched counts, whatever else changed: it is shown at once and taken back if it cannot be saved. */
export function useSaveToggle(clanId: string) {
  const queries = useQueryClient();
  const keep = useKeepClan(clanId);
  const { queryKey } = clanQuery(clanId);
  return useMutation({
    scope: { id: `toggles of ${clanId}` },
    mutationFn: async (change: SwitchChange) => {
      const send = async () => {
        const { version } = await call(getClan, { params: { clanId } });
        return saveClan(clanId, { ...change, version });
      };
      try {
        return await send();
      } catch (error) {
        if (!hasStatus(error, 409)) throw error;
        return send();
      }
    },
    onMutate: async ({ toggles, ...change }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before) {
        queries.setQueryData(queryKey, { ...before, ...change, toggles: { ...before.toggles, ...toggles } });
      }
      return before;
    },
    onError: (_error, _change, before) => before && keep(before),
    onSuccess: keep,
  });
}

/** One of the owner's actions that answer with the clan as it is then. */
function useClanAction<Input = void>(clanId: string, work: (input: Input) => Promise<Clan>) {
  return useMutation({ mutationFn: work, onSuccess: useKeepClan(clanId) });
}

export function useArchiveClan(clanId: string) {
  return useClanAction(clanId, (isArchived: boolean) =>
    call(isArchived ? archiveClan : unarchiveClan, { params: { clanId } }),
  );
}

export function useRestoreClan(clanId: string) {
  return useClanAction(clanId, () => call(restoreClan, { params: { clanId } }));
}

export function useOfferClan(clanId: string) {
  return useClanAction(clanId, (memberId: string) =>
    call(transferClan, { params: { clanId }, body: { member_id: memberId } }),
  );
}

export function useCancelTransfer(clanId: string) {
  return useClanAction(clanId, () => call(cancelTransfer, { params: { clanId } }));
}

export function useDeleteClan(clanId: string) {
  const refresh = useRefreshClans();
  return useMutation({
    mutationFn: (name: string) => call(deleteClan, { params: { clanId }, body: { name } }),
    onSuccess: refresh,
  });
}
