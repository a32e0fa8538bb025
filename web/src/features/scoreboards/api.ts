import {
  archiveScoreboard,
  createScoreboard,
  deleteScoreboard,
  duplicateScoreboard,
  endScoreboard,
  listClanScoreboards,
  listScoreboards,
  patchScoreboard,
  reopenScoreboard,
  restoreScoreboard,
  type Scoreboard,
} from "@clanhall/contract/scoreboards";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { putMainBoard } from "@clanhall/contract/clans";
import { myClansQuery } from "../../domain/clans.ts";
import { call } from "../../lib/api-client.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { useWarnOnError } from "../../lib/hooks.ts";
import type { ScoreboardChange, ScoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import { useOptimisticMutation } from "../../lib/mutations.ts";

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

/** Whatever becomes of a board shows in every list of boards, in its standings, and in which one stands for its clan. */
export function useRefreshBoards() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["standings"] });
    void queries.invalidateQueries({ queryKey: myClansQuery.queryKey });
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
