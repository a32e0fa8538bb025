import { listUsers } from "@clanhall/contract/admin-users";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, send } from "../../lib/api-client.ts";
import { type AppAdmin, readAppAdmins } from "../../lib/compat/entities.ts";

const path = "/api/app-admins";

export async function listAppAdmins(): Promise<AppAdmin[]> {
  return readAppAdmins(await send({ method: "GET", path }));
}

export async function grantAppAdmin(userId: string, note?: string): Promise<void> {
  requireUserId(userId);
  await send({ method: "POST", path, body: { userId, ...(note && { note }) } });
}

export async function revokeAppAdmin(userId: string): Promise<void> {
  requireUserId(userId);
  await send({ method: "DELETE", path: `${path}/${encodeURIComponent(userId)}` });
}

function requireUserId(userId: string): void {
  if (!userId) throw new Error("userId is required");
}

export const appAdminsQuery = queryOptions({ queryKey: ["admin", "app-admins"], queryFn: listAppAdmins });

/** Who could be meant; asked for once a few letters are typed. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ["admin", "people", q],
    queryFn: async ({ signal }) => (await call(listUsers, { query: { q, sort: "name", limit: 20 } }, { signal })).items,
    enabled: q.length >= 2,
  });

/** Whoever is an app admin shows in lists of users and in the audit as well. */
function useRefreshAdmin() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["admin"] });
}

export function useGrantAppAdmin() {
  return useMutation({
    mutationFn: ({ userId, note }: { userId: string; note: string }) => grantAppAdmin(userId, note),
    onSuccess: useRefreshAdmin(),
  });
}

export function useRevokeAppAdmin() {
  return useMutation({ mutationFn: revokeAppAdmin, onSettled: useRefreshAdmin() });
}
