import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { listMembers, type Member } from "@clanhall/contract/members";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";
import { fetchWithEtag } from "../lib/etag-cache.ts";

export type Roster = AnswerOf<typeof listMembers>;
type Filters = NonNullable<CallInput<typeof listMembers>["query"]>;

/** A roster may have thousands of rows. */
const longMs = 30_000;

/** Of every list of a clan's members. */
export const rosterKey = (clanId: string) => ["members", clanId, "roster"];

/** The members of a clan by name, former ones too, or those that the filters leave. */
export const membersQuery = (clanId: string, filters: Filters = {}) =>
  queryOptions({
    queryKey: [...rosterKey(clanId), filters],
    queryFn: ({ signal }) =>
      call(listMembers, { params: { clanId }, query: filters }, { signal, timeoutMs: longMs, fetch: fetchWithEtag }),
  });

/** For `select`, where nothing but the rows is needed. */
export function toMembers({ members }: Roster): Member[] {
  return members;
}

/** Being removed ends the link to an account and open invites; coming back brings neither. */
export function restoredText(who: string): string {
  return `${who} restored. Invite them again to link an account.`;
}
