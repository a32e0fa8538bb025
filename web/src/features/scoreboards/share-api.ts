import type { CallInput } from "@clanhall/contract/endpoint";
import {
  previewScoreboard,
  rotateShare,
  type Scoreboard,
  shareScoreboard,
  unshareScoreboard,
} from "@clanhall/contract/scoreboards";
import { getStandingsCsv, getStandingsPng } from "@clanhall/contract/standings";
import { postScoreboard } from "@clanhall/contract/webhooks";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";
import { useRefreshBoards, useTakeBoard } from "./api.ts";

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
