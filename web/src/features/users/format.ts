import { methodLabel } from "../../domain/sign-in-methods.ts";
import type { UserSort, UserState } from "@clanhall/contract/admin-users";
import { formatNumber } from "../../lib/format.ts";

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
