import { queryOptions, useQuery } from "@tanstack/react-query";
import { send } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/call-error.ts";
import { readScoreboards, type Scoreboard } from "../../lib/compat/entities.ts";
import { useTraceOf } from "../../lib/use-trace-of.ts";

/** Everything about boards is asked for again together. */
export const boardsKey = ["scoreboards"];

/** The active scoreboards, by the newest path the server knows; only paths that are missing or broken are passed over. */
export async function listActiveScoreboards(): Promise<Scoreboard[]> {
  const answer = await readAny(
    { path: "/api/scoreboards", query: { is_active: true } },
    { path: "/api/scoreboards/active" },
    { path: "/api/scoreboards" },
  );
  return readScoreboards(answer).filter((board) => board.is_active);
}

interface Place {
  path: string;
  query?: Record<string, unknown>;
}

async function readAny(place: Place, ...others: Place[]): Promise<unknown> {
  try {
    return await send({ method: "GET", ...place });
  } catch (error) {
    const [next, ...rest] = others;
    if (!next || !hasStatus(error, 404, 405, 500)) throw error;
    return readAny(next, ...rest);
  }
}

/** The active boards of all the caller's clans, newest first. */
const activeBoardsQuery = queryOptions({
  queryKey: [...boardsKey, "active"],
  queryFn: async () => {
    const boards = await listActiveScoreboards();
    return boards.toSorted((a, b) => (b.created_at ?? "").localeCompare(a.created_at ?? ""));
  },
});

const none: Scoreboard[] = [];

/** The dashboard does without boards that do not come. */
export function useActiveBoards(isWanted: boolean) {
  const { data = none, error, isPending } = useQuery({ ...activeBoardsQuery, enabled: isWanted });
  useTraceOf(error, "The scoreboards could not be loaded");
  return { boards: data, isPending };
}
