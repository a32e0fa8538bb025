import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { listMembers, type Member } from "@clanhall/contract/members";
import { findMemberClan } from "@clanhall/contract/member-page";
import { pages } from "@clanhall/contract/pages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../lib/api-client.ts";
import { fetchWithEtag } from "../lib/etag-cache.ts";
import { hasStatus } from "../lib/api-errors.ts";

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

/** Where a player's name leads. */
export function toPlayerPage(memberId: string) {
  return { to: pages.player.path, params: { memberId } };
}

/** Which of the caller's clans a member is in; null for none of them. That never changes. */
export const memberClanQuery = (memberId: string) =>
  queryOptions({
    queryKey: ["member clan", memberId],
    queryFn: async ({ signal }) => {
      try {
        return (await call(findMemberClan, { params: { memberId } }, { signal })).clan_id;
      } catch (error) {
        if (hasStatus(error, 400, 404)) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });
