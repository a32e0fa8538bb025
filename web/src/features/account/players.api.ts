import type { PublicName } from "@clanhall/contract/account";
import { getMyClanSettings, putMyClanSettings } from "@clanhall/contract/clan-settings";
import { leaveClan } from "@clanhall/contract/clan-ownership";
import { listMyLinkedMembers } from "@clanhall/contract/members";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/api-errors.ts";

export const myPlayersQuery = queryOptions({
  queryKey: ["me", "players"],
  queryFn: () => call(listMyLinkedMembers, {}),
});

export const clanSettingsQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["me", "clans", clanId, "settings"],
    queryFn: () => call(getMyClanSettings, { params: { clanId } }),
  });

interface NameChoice {
  name: PublicName | null;
  /** The version the choice was made on. */
  version: number;
}

/** Shown at once and taken back if it cannot be saved; after a change elsewhere, that change is shown. */
export function useChoosePublicName(clanId: string) {
  const queries = useQueryClient();
  const { queryKey } = clanSettingsQuery(clanId);
  return useMutation({
    mutationFn: ({ name, version }: NameChoice) =>
      call(putMyClanSettings, { params: { clanId }, body: { public_name: name, version } }),
    onMutate: async ({ name }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before) queries.setQueryData(queryKey, { ...before, public_name: name });
      return before;
    },
    onError: async (error, _choice, before) => {
      if (before) queries.setQueryData(queryKey, before);
      if (hasStatus(error, 409)) await queries.refetchQueries({ queryKey });
    },
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
  });
}

export function useLeaveClan() {
  const queries = useQueryClient();
  return async (clanId: string) => {
    await call(leaveClan, { params: { clanId } });
    void queries.invalidateQueries({ queryKey: ["clans"] });
    await queries.invalidateQueries(myPlayersQuery);
  };
}
