import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import {
  explainStanding,
  getStandings,
  listPeriods,
  recountPeriod,
  type Standings,
} from "@clanhall/contract/standings";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api-client.ts";
import { followClan } from "../../lib/events.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";

export type FrozenPeriod = AnswerOf<typeof listPeriods>["items"][number];
type Board = Pick<Scoreboard, "id" | "clan_id">;

const longMs = 30_000;
/** The clan stands in it: whatever changes its activities or players asks for all of this again. */
const keyOf = ({ id, clan_id }: Board) => ["standings", clan_id, id];
const ofPeriod = (period: string | null) => (period === null ? {} : { period });

/** Who stands where now, or in an earlier period. While that can still move, it is asked for again when the day ends. */
export const standingsQuery = (board: Board, period: string | null, isMoving = false) =>
  queryOptions({
    queryKey: [...keyOf(board), "rows", period],
    queryFn: ({ signal }) =>
      call(
        getStandings,
        { params: { scoreboardId: board.id }, query: ofPeriod(period) },
        { signal, timeoutMs: longMs, fetch: fetchWithEtag },
      ),
    staleTime: 0,
    refetchInterval: ({ state }) => isMoving && untilDayEnds(state.data),
  });

/** The next day is asked for a second after this one has ended. */
function untilDayEnds(standings: Standings | undefined): number | false {
  return standings ? Math.max(5_000, Date.parse(standings.day_ends_at) - Date.now() + 1_000) : false;
}

export const explanationQuery = (board: Board, memberId: string, period: string | null) =>
  queryOptions({
    queryKey: [...keyOf(board), "explanation", memberId, period],
    queryFn: ({ signal }) =>
      call(
        explainStanding,
        { params: { scoreboardId: board.id }, query: { member_id: memberId, ...ofPeriod(period) } },
        { signal, timeoutMs: longMs },
      ),
    staleTime: 0,
  });

export const periodsQuery = (board: Board) =>
  queryOptions({
    queryKey: [...keyOf(board), "periods"],
    queryFn: async ({ signal }) =>
      (await call(listPeriods, { params: { scoreboardId: board.id } }, { signal, timeoutMs: longMs })).items,
    staleTime: 0,
  });

export function useRecount(board: Board) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (from: string) =>
      call(recountPeriod, { params: { scoreboardId: board.id, from } }, { timeoutMs: longMs }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(board) }),
  });
}

/** Asks again when values of the clan change, for as long as what is shown can still move. */
export function useLiveStandings(board: Board, isMoving: boolean): void {
  const queries = useQueryClient();
  const { id, clan_id: clanId } = board;
  useEffect(() => {
    const queryKey = keyOf({ id, clan_id: clanId });
    return isMoving ? followEntries(clanId, () => void queries.invalidateQueries({ queryKey })) : undefined;
  }, [queries, id, clanId, isMoving]);
}

/** Many values are often saved in a row; they are asked for together. */
const refetchDelayMs = 400;

function followEntries(clanId: string, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetch = () => {
    timer = undefined;
    onChange();
  };
  const refetchSoon = () => void (timer ??= setTimeout(refetch, refetchDelayMs));
  const stop = followClan(clanId, { entries: refetchSoon, resync: refetchSoon });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
