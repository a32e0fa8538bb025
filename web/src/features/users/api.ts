import { exportUsers, getUser, listUsers } from "@clanhall/contract/admin-users";
import type { CallInput } from "@clanhall/contract/endpoint";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";

/** Which users are asked for, and in which order. */
export type UsersQuery = NonNullable<CallInput<typeof exportUsers>["query"]>;

export const usersOf = (query: UsersQuery) =>
  infiniteQueryOptions({
    queryKey: ["admin", "users", query],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { ...query, ...(pageParam && { cursor: pageParam }) } }, { signal, timeoutMs: 20_000 }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });

/** Exactly those the filters show, as a file. */
export function downloadUsers(query: UsersQuery): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  return download(exportUsers, { query }, `users-${day}.csv`);
}

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ["admin", "user", userId],
    queryFn: () => call(getUser, { params: { userId } }),
  });
