import { listUsers } from "@clanhall/contract/admin-users";
import { grantAppAdmin, listAppAdmins, revokeAppAdmin } from "@clanhall/contract/admin";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { getAdminOverview, listOwnerlessClans, recoverClan } from "@clanhall/contract/admin";

export async function grantUser(userId: string, note?: string): Promise<void> {
  requireUserId(userId);
  await call(grantAppAdmin, { body: { userId, ...(note && { note }) } });
}

export async function revokeUser(userId: string): Promise<void> {
  requireUserId(userId);
  await call(revokeAppAdmin, { params: { userId } });
}

function requireUserId(userId: string): void {
  if (!userId) throw new Error("userId is required");
}

export const appAdminsQuery = queryOptions({
  queryKey: ["admin", "app-admins"],
  queryFn: async () => (await call(listAppAdmins, {})).admins,
});

/** Who could be meant; asked for once a few letters are typed. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ["admin", "people", q],
    queryFn: async ({ signal }) => (await call(listUsers, { query: { q, sort: "name", limit: 20 } }, { signal })).items,
    enabled: q.length >= 2,
  });

/** Whoever is an app admin shows in lists of users and in the audit as well; it may be about the caller, too. */
function useRefreshAdmin() {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [["admin"], ["me", "admin"]]) void queries.invalidateQueries({ queryKey });
  };
}

export function useGrantAppAdmin() {
  return useMutation({
    mutationFn: ({ userId, note }: { userId: string; note: string }) => grantUser(userId, note),
    onSuccess: useRefreshAdmin(),
  });
}

export function useRevokeAppAdmin() {
  return useMutation({ mutationFn: revokeUser, onSettled: useRefreshAdmin() });
}

export const overviewQuery = queryOptions({
  queryKey: ["admin", "overview"],
  queryFn: () => call(getAdminOverview, {}),
  refetchInterval: 60_000,
});

export const ownerlessClansQuery = queryOptions({
  queryKey: ["admin", "stranded"],
  queryFn: async () => (await call(listOwnerlessClans, {})).items,
});

export function useRecoverClan(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { member_id: string; reason: string }) => call(recoverClan, { params: { clanId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
}
