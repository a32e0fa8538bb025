import { type Invite, listMyInvites } from "@clanhall/contract/invites";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useTraceOf } from "../../lib/hooks.ts";

const myInvitesQuery = queryOptions({
  queryKey: ["invites", "my"],
  queryFn: async () => (await call(listMyInvites, {})).invites,
});
const none: Invite[] = [];

/** The dashboard does without invites that do not come. */
export function useMyInvites(isWanted: boolean) {
  const { data = none, error, isPending } = useQuery({ ...myInvitesQuery, enabled: isWanted });
  useTraceOf(error, "The invites could not be loaded");
  return { invites: data, isPending };
}
