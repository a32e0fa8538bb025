import {
  archiveScoreboard,
  createScoreboard,
  deleteScoreboard,
  duplicateScoreboard,
  endScoreboard,
  listClanScoreboards,
  listScoreboards,
  patchScoreboard,
  previewScoreboard,
  reopenScoreboard,
  restoreScoreboard,
  rotateShare,
  type Scoreboard,
  shareScoreboard,
  unshareScoreboard,
} from "@clanhall/contract/scoreboards";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { putMainBoard } from "@clanhall/contract/clans";
import { call } from "../../lib/api-client.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { useWarnOnError } from "../../lib/hooks.ts";
import type { ScoreboardChange, ScoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import { useOptimisticMutation } from "../../lib/mutations.ts";
import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import {
  explainStanding,
  getStandings,
  getStandingsCsv,
  getStandingsPng,
  listPeriods,
  recountPeriod,
} from "@clanhall/contract/standings";
import { postScoreboard } from "@clanhall/contract/webhooks";
import { download } from "../../lib/files.ts";
import { useEffect } from "react";
import { followClan } from "../../lib/events.ts";

export type FrozenPeriod = AnswerOf<typeof listPeriods>["items"][number];
type Board = Pick<Scoreboard, "id" | "clan_id">;

const longMs = 30_000;
/** The clan stands in it: whatever changes its activities or players asks for all of this again. */
const standingsKey = ({ id, clan_id }: Board) => ["standings", clan_id, id];
const ofPeriod = (period: string | null) => (period === null ? {} : { period });

/** Who stands where now, or in an earlier period. */
export const standingsQuery = (board: Board, period: string | null) =>
  queryOptions({
    queryKey: [...standingsKey(board), "rows", period],
    queryFn: ({ signal }) =>
      call(
        getStandings,
        { params: { scoreboardId: board.id }, query: ofPeriod(period) },
        { signal, timeoutMs: longMs, fetch: fetchWithEtag },
      ),
    staleTime: 0,
  });

export const explanationQuery = (board: Board, memberId: string, period: string | null) =>
  queryOptions({
    queryKey: [...standingsKey(board), "explanation", memberId, period],
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
    queryKey: [...standingsKey(board), "periods"],
    queryFn: async ({ signal }) =>
      (await call(listPeriods, { params: { scoreboardId: board.id } }, { signal, timeoutMs: longMs })).items,
    staleTime: 0,
  });

export function useRecount(board: Board) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (from: string) =>
      call(recountPeriod, { params: { scoreboardId: board.id, from } }, { timeoutMs: longMs }),
    onSuccess: () => queries.invalidateQueries({ queryKey: standingsKey(board) }),
  });
}

/** Asks again when values of the clan change, for as long as what is shown can still move. */
export function useLiveStandings(board: Board, isMoving: boolean): void {
  const queries = useQueryClient();
  const { id, clan_id: clanId } = board;
  useEffect(() => {
    const queryKey = standingsKey({ id, clan_id: clanId });
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

type ShareChange = NonNullable<CallInput<typeof shareScoreboard>["body"]>;

/** The link of a board: on or changed, a new one, or off. */
export function useShare({ id: scoreboardId, clan_id }: Pick<Scoreboard, "id" | "clan_id">) {
  const params = { scoreboardId };
  const after = { onSuccess: useTakeBoard(clan_id), onSettled: useRefreshBoards() };
  return {
    change: useMutation({ mutationFn: (body: ShareChange) => call(shareScoreboard, { params, body }), ...after }),
    rotate: useMutation({ mutationFn: () => call(rotateShare, { params }), ...after }),
    disable: useMutation({ mutationFn: () => call(unshareScoreboard, { params }), ...after }),
  };
}

/** A fresh address each time: the last one may have run out. */
export const boardPreviewQuery = (scoreboardId: string) =>
  queryOptions({
    queryKey: ["scoreboard preview", scoreboardId],
    queryFn: () => call(previewScoreboard, { params: { scoreboardId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

export function useExportStandings() {
  return useMutation({
    mutationFn: ({ kind, id, name }: { kind: "csv" | "png"; id: string; name: string }) =>
      download(kind === "csv" ? getStandingsCsv : getStandingsPng, { params: { scoreboardId: id }, query: {} }, name),
  });
}

/** Answers how many Discord channels will hear of the board. */
export function usePostBoard() {
  return useMutation({
    mutationFn: async (scoreboardId: string) => (await call(postScoreboard, { params: { scoreboardId } })).webhooks,
  });
}

/** Everything about boards is asked for again together. */
const boardsKey = ["scoreboards"];

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
  useWarnOnError(error, "The scoreboards could not be loaded");
  return { boards: data, isPending };
}

const keyOf = (clanId: string) => [...boardsKey, clanId];

/** The boards of a clan, newest first. */
export const boardsQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...keyOf(clanId), "list"],
    queryFn: async ({ signal }) =>
      (
        await call(listClanScoreboards, { params: { clanId }, query: {} }, { signal, fetch: fetchWithEtag })
      ).items.filter(({ deleted_at }) => deleted_at === null),
  });

/** What was deleted in the last thirty days, the latest first. */
export const boardBinQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...keyOf(clanId), "bin"],
    queryFn: async () => {
      const { items } = await call(listClanScoreboards, { params: { clanId }, query: { deleted: "true" } });
      return items
        .filter(({ deleted_at }) => deleted_at !== null)
        .toSorted((a, b) => (b.deleted_at ?? "").localeCompare(a.deleted_at ?? ""));
    },
  });

/** Whatever becomes of a board shows in every list of boards and in its standings. */
export function useRefreshBoards() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["standings"] });
    return queries.invalidateQueries({ queryKey: boardsKey });
  };
}

/** Puts what the server says of a board into the list at once. */
export function useTakeBoard(clanId: string) {
  const queries = useQueryClient();
  return (board: Scoreboard) =>
    queries.setQueryData(boardsQuery(clanId).queryKey, (rows) => {
      if (!rows) return rows;
      const isKnown = rows.some(({ id }) => id === board.id);
      return isKnown ? rows.map((row) => (row.id === board.id ? board : row)) : [board, ...rows];
    });
}

export function addScoreboard(clanId: string, draft: ScoreboardDraft, idempotencyKey: string): Promise<Scoreboard> {
  return call(createScoreboard, { params: { clanId }, body: draft }, { idempotencyKey });
}

export function saveBoard(scoreboardId: string, change: ScoreboardChange): Promise<Scoreboard> {
  return call(patchScoreboard, { params: { scoreboardId }, body: change });
}

/** Chooses the board that stands for the clan; its card and its home know of it. */
export function useMakeMain(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Scoreboard) => call(putMainBoard, { params: { clanId }, body: { scoreboard_id: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["clans"] }),
  });
}

const actionCalls = {
  end: endScoreboard,
  reopen: reopenScoreboard,
  archive: archiveScoreboard,
  restore: restoreScoreboard,
  duplicate: duplicateScoreboard,
  delete: deleteScoreboard,
};

/** What is done to a board without a form. */
export interface ScoreboardAction {
  kind: keyof typeof actionCalls;
  board: Scoreboard;
}

async function sendAction({ kind, board }: ScoreboardAction): Promise<Scoreboard> {
  const params = { scoreboardId: board.id };
  if (kind !== "delete") return call(actionCalls[kind], { params });
  await call(deleteScoreboard, { params });
  return board;
}

export function useScoreboardAction(clanId: string) {
  const take = useTakeBoard(clanId);
  return useOptimisticMutation<Scoreboard[], ScoreboardAction, Scoreboard>({
    queryKey: boardsQuery(clanId).queryKey,
    scope: `boards of ${clanId}`,
    apply: withAction,
    mutationFn: sendAction,
    onSuccess: (board, { kind }) => {
      if (kind !== "delete") take(board);
    },
    refresh: useRefreshBoards(),
  });
}

/** Only what is certain is shown before the server says so. */
function withAction(rows: Scoreboard[], { kind, board }: ScoreboardAction): Scoreboard[] {
  if (kind === "delete") return rows.filter(({ id }) => id !== board.id);
  if (kind !== "archive") return rows;
  return rows.map((row) => (row.id === board.id ? { ...row, state: "archived", is_active: false, share: null } : row));
}
