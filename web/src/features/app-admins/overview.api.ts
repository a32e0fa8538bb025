import { getAdminOverview, listStrandedClans, recoverClan } from "@clanhall/contract/admin";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";

export const overviewQuery = queryOptions({
  queryKey: ["admin", "overview"],
  queryFn: () => call(getAdminOverview, {}),
  refetchInterval: 60_000,
});

export const strandedClansQuery = queryOptions({
  queryKey: ["admin", "stranded"],
  queryFn: async () => (await call(listStrandedClans, {})).items,
});

export function useRecoverClan(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { member_id: string; reason: string }) => call(recoverClan, { params: { clanId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}
