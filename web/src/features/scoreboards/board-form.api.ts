import { listMembers } from "@clanhall/contract/members";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";

/** Everybody who can be chosen for a board, and the groups they are in. */
export const boardPlayersQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["members", clanId, "of boards"],
    queryFn: async ({ signal }) => {
      const { members } = await call(listMembers, { params: { clanId } }, { signal, timeoutMs: 20_000 });
      return members.filter(({ merged_into_id }) => merged_into_id === null);
    },
  });
