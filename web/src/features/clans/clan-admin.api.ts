import { type Clan, type ClanChange, getClan, getClanOverview, patchClan } from "@clanhall/contract/clans";
import {
  archiveClan,
  cancelTransfer,
  deleteClan,
  restoreClan,
  transferClan,
  unarchiveClan,
} from "@clanhall/contract/clan-ownership";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { clanQuery } from "../../domain/clans.ts";
import { call } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/api-errors.ts";
import { useRefreshClans } from "./my-clans.api.ts";

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

/** A toggle that was just switched counts, whatever else changed: it is shown at once and taken back if it cannot be saved. */
export function useSaveToggle(clanId: string) {
  const queries = useQueryClient();
  const keep = useKeepClan(clanId);
  const { queryKey } = clanQuery(clanId);
  return useMutation({
    scope: { id: `toggles of ${clanId}` },
    mutationFn: async (toggles: Partial<Clan["toggles"]>) => {
      const send = async () => {
        const { version } = await call(getClan, { params: { clanId } });
        return saveClan(clanId, { toggles, version });
      };
      try {
        return await send();
      } catch (error) {
        if (!hasStatus(error, 409)) throw error;
        return send();
      }
    },
    onMutate: async (toggles) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before) queries.setQueryData(queryKey, { ...before, toggles: { ...before.toggles, ...toggles } });
      return before;
    },
    onError: (_error, _toggles, before) => before && keep(before),
    onSuccess: keep,
  });
}

/** One of the owner's deeds that answer with the clan as it is then. */
function useDeed<Input = void>(clanId: string, work: (input: Input) => Promise<Clan>) {
  return useMutation({ mutationFn: work, onSuccess: useKeepClan(clanId) });
}

export function useArchiveClan(clanId: string) {
  return useDeed(clanId, (isArchived: boolean) =>
    call(isArchived ? archiveClan : unarchiveClan, { params: { clanId } }),
  );
}

export function useRestoreClan(clanId: string) {
  return useDeed(clanId, () => call(restoreClan, { params: { clanId } }));
}

export function useOfferClan(clanId: string) {
  return useDeed(clanId, (memberId: string) =>
    call(transferClan, { params: { clanId }, body: { member_id: memberId } }),
  );
}

export function useCancelOffer(clanId: string) {
  return useDeed(clanId, () => call(cancelTransfer, { params: { clanId } }));
}

export function useDeleteClan(clanId: string) {
  const refresh = useRefreshClans();
  return useMutation({
    mutationFn: (name: string) => call(deleteClan, { params: { clanId }, body: { name } }),
    onSuccess: refresh,
  });
}
