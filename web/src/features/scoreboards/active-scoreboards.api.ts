import { listScoreboards, type Scoreboard } from "@clanhall/contract/scoreboards";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useTraceOf } from "../../lib/hooks.ts";

/** Everything about boards is asked for again together. */
export const boardsKey = ["scoreboards"];

/** The active boards of all the caller's clans, newest first. */
const activeBoardsQuery = queryOptions({
  queryKey: [...boardsKey, "active"],
  queryFn: async () => {
    const boards = await call(listScoreboards, { query: { is_active: "true" } });
    return boards.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  },
});

const none: Scoreboard[] = [];

/** The dashboard does without boards that do not come. */
export function useActiveBoards(isWanted: boolean) {
  const { data = none, error, isPending } = useQuery({ ...activeBoardsQuery, enabled: isWanted });
  useTraceOf(error, "The scoreboards could not be loaded");
  return { boards: data, isPending };
}
