import { exportUsers, getUser, listUsers, type UserSort, type UserState } from "@clanhall/contract/admin-users";
import type { CallInput } from "@clanhall/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";
import { methodLabel } from "../../domain/sign-in-methods.ts";
import { formatNumber } from "../../lib/format.ts";
import { pagedQuery } from "../../lib/paged.ts";

/** Which users are asked for, and in which order. */
export type UsersQuery = NonNullable<CallInput<typeof exportUsers>["query"]>;

export const usersOf = (query: UsersQuery) => ({
  ...pagedQuery(["admin", "users", query], (at, options) =>
    call(listUsers, { query: { ...query, ...at } }, { ...options, timeoutMs: 20_000 }),
  ),
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

export const stateNames: Record<UserState, string> = {
  active: "Active",
  unconfirmed: "Unconfirmed",
  suspended: "Suspended",
  deletion_pending: "Deletion pending",
};

export const sortNames: Record<UserSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
  last_seen: "Last sign-in first",
};

export function methodLabels(methods: string[]): string {
  return methods.length === 0 ? "None" : methods.map(methodLabel).join(", ");
}

const countMax = 10_000;

/** How many are shown of how many; the server counts no further than ten thousand. */
export function shownText(shown: number, total: number): string {
  const all = total >= countMax ? `${formatNumber(countMax)} or more` : formatNumber(Math.max(total, shown));
  return `${formatNumber(shown)} of ${all} ${total === 1 ? "user" : "users"}`;
}
