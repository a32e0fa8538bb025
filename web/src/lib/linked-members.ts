import { listMembers } from "@clanhall/contract/members";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api-client.ts";

/** The players of a clan that belong to an account. */
export const linkedMembersOf = (clanId: string) =>
  queryOptions({
    queryKey: ["clans", clanId, "linked-members"],
    queryFn: async () => (await call(listMembers, { params: { clanId }, query: { linked: "true" } })).members,
  });
