import type { CallInput } from "@clanhall/contract/endpoint";
import {
  createSeason,
  deleteSeason,
  endSeason,
  getSeasonPng,
  listSeasons,
  patchSeason,
  type Season,
  type SeasonDraft,
} from "@clanhall/contract/seasons";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api-client.ts";
import { fetchWithEtag } from "../../../lib/etag-cache.ts";
import { download } from "../../../lib/files.ts";
import { useRefreshBoards } from "../api.ts";

/** The clan stands in it: whatever renames its players asks for this again. */
export const seasonsQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["seasons", clanId],
    queryFn: async ({ signal }) =>
      (await call(listSeasons, { params: { clanId } }, { signal, fetch: fetchWithEtag })).items,
  });

export function useRefreshSeasons() {
  const queries = useQueryClient();
  const refreshBoards = useRefreshBoards();
  return () => {
    void queries.invalidateQueries({ queryKey: ["seasons"] });
    return refreshBoards();
  };
}

const ofSeason = ({ clan_id, id }: Season) => ({ clanId: clan_id, seasonId: id });

export function addSeason(clanId: string, draft: SeasonDraft, idempotencyKey: string): Promise<Season> {
  return call(createSeason, { params: { clanId }, body: draft }, { idempotencyKey });
}

export function saveSeason(
  clanId: string,
  seasonId: string,
  change: CallInput<typeof patchSeason>["body"],
): Promise<Season> {
  return call(patchSeason, { params: { clanId, seasonId }, body: change });
}

/** Many values are counted. */
const longMs = 60_000;

/** Whatever came of it, somebody else may have been faster. */
export function useSeasonActions() {
  const onSettled = useRefreshSeasons();
  return {
    end: useMutation({
      mutationFn: (season: Season) => call(endSeason, { params: ofSeason(season) }, { timeoutMs: longMs }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (season: Season) => call(deleteSeason, { params: ofSeason(season) }),
      onSettled,
    }),
    picture: useMutation({
      mutationFn: (season: Season) => download(getSeasonPng, { params: ofSeason(season) }, `season-${season.from}.png`),
    }),
  };
}
