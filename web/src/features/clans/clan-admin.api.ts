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
import { hasStatus } from "../../lib/call-error.ts";
import { useRefreshClans } from "./my-clans.api.ts";

export const clanOverviewQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["clans", clanId, "overview"],
    queryFn: () => call(getClanOverview, { params: { clanId } }),
  });

/** The same settings were changed by somebody else after they were read here. */
export class ClanConflict extends Error {
  readonly theirs: Clan;

  constructor(theirs: Clan) {
    super("The clan was changed elsewhere");
    this.theirs = theirs;
  }
}

export type Change = Omit<ClanChange, "version">;

/** What of a clan a change would overwrite. */
const overwritten: Record<keyof Change, (clan: Clan) => unknown> = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  game_id: ({ game }) => game?.id,
  game_server: ({ game_server }) => game_server,
  week_start: ({ week_start }) => week_start,
  late_days: ({ late_days }) => late_days,
  grace_days: ({ grace_days }) => grace_days,
  toggles: ({ toggles }) => toggles,
  day: ({ day_rules }) => day_rules,
};

interface Save {
  /** The clan the change was made on. */
  base: Clan;
  change: Change;
}

/** Saves a change; what somebody else changed meanwhile stands in the way only if it is the same thing. */
async function saveClan({ base, change }: Save): Promise<Clan> {
  const params = { clanId: base.id };
  try {
    return await call(patchClan, { params, body: { ...change, version: base.version } });
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    const theirs = await call(getClan, { params });
    if (theirs.version === base.version) throw error;
    const fields = Object.keys(change) as (keyof Change)[];
    if (fields.some((field) => !isSame(overwritten[field](base), overwritten[field](theirs)))) {
      throw new ClanConflict(theirs);
    }
    return call(patchClan, { params, body: { ...change, version: theirs.version } });
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function useKeepClan(clanId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshClans();
  return (clan: Clan) => {
    queries.setQueryData(clanQuery(clanId).queryKey, clan);
    void refresh();
  };
}

export function useSaveClan(clanId: string) {
  const keep = useKeepClan(clanId);
  return useMutation({
    mutationFn: saveClan,
    onSuccess: keep,
    onError: (error) => error instanceof ClanConflict && keep(error.theirs),
  });
}

/** A toggle that was just switched counts, whatever else changed: it is shown at once and taken back if it cannot be saved. */
export function useSaveToggle(clanId: string) {
  const queries = useQueryClient();
  const keep = useKeepClan(clanId);
  const { queryKey } = clanQuery(clanId);
  return useMutation({
    scope: { id: `toggles of ${clanId}` },
    mutationFn: async (toggles: Partial<Clan["toggles"]>) => {
      const base = await call(getClan, { params: { clanId } });
      return saveClan({ base, change: { toggles } });
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
