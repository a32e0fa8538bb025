import {
  createGame,
  deleteGame,
  exportGames,
  type GameChange,
  type GameDraft,
  type GameSet,
  importGames,
  listManagedGames,
  type ManagedGame,
  orderGames,
  patchGame,
} from "@clanhall/contract/admin-games";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";
import { useOptimisticMutation } from "../../lib/mutations.ts";
import { useIdempotencyKey } from "../../lib/hooks.ts";
import { plural } from "../../lib/format.ts";

export type ImportOutcome = AnswerOf<typeof importGames>;

export const managedGamesQuery = queryOptions({
  queryKey: ["admin", "games"],
  queryFn: async ({ signal }) => (await call(listManagedGames, {}, { signal })).items,
});

/** Clans choose from the catalogue too, and the audit has a new row. */
export function useRefreshGames() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["games"] });
    void queries.invalidateQueries({ queryKey: ["admin", "audit"] });
    return queries.invalidateQueries(managedGamesQuery);
  };
}

export function addGame(draft: GameDraft, idempotencyKey: string): Promise<ManagedGame> {
  return call(createGame, { body: draft }, { idempotencyKey });
}

export function saveGame(gameId: string, change: GameChange): Promise<ManagedGame> {
  return call(patchGame, { params: { gameId }, body: change });
}

export function useSwitchGame() {
  return useOptimisticMutation<ManagedGame[], ManagedGame, ManagedGame>({
    queryKey: managedGamesQuery.queryKey,
    apply: (games, { id, is_active }) =>
      games.map((game) => (game.id === id ? { ...game, is_active: !is_active } : game)),
    mutationFn: ({ id, version, is_active }) => saveGame(id, { is_active: !is_active, version }),
    refresh: useRefreshGames(),
  });
}

export function useDeleteGame() {
  return useMutation({
    mutationFn: (gameId: string) => call(deleteGame, { params: { gameId } }),
    onSettled: useRefreshGames(),
  });
}

export function useOrderGames() {
  const queries = useQueryClient();
  const refresh = useRefreshGames();
  const { queryKey } = managedGamesQuery;
  return useMutation({
    // A later order must not be overtaken by an earlier one.
    scope: { id: "order of games" },
    mutationFn: (ids: string[]) => call(orderGames, { body: { ids } }),
    onSuccess: async ({ items }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, items);
      await refresh();
    },
    onError: () => void refresh(),
  });
}

export function useImportGames() {
  const keyOf = useIdempotencyKey();
  const refresh = useRefreshGames();
  return useMutation({
    mutationFn: (body: { set: GameSet; dry_run: boolean }) => {
      const key = body.dry_run ? {} : { idempotencyKey: keyOf(body) };
      return call(importGames, { body }, { timeoutMs: 60_000, ...key });
    },
    onSuccess: (_answer, { dry_run: isDry }) => (isDry ? undefined : refresh()),
  });
}

export function exportGamesFile(): Promise<void> {
  return download(exportGames, {}, `clanhall-games-${new Date().toISOString().slice(0, 10)}.json`);
}

/** When its day begins on the first of its servers: "Europe 04:00 UTC and 2 more". */
export function serversText({ servers }: Pick<ManagedGame, "servers">): string {
  const [first] = servers;
  if (!first) return "None";
  const { label, reset_time, reset_in_utc, time_zone } = first;
  const text = `${label} ${reset_time} ${reset_in_utc ? "UTC" : time_zone.replaceAll("_", " ")}`;
  return servers.length > 1 ? `${text} and ${servers.length - 1} more` : text;
}

export function templatesText({ templates }: Pick<ManagedGame, "templates">): string {
  return templates.length === 0 ? "None" : templates.map(({ name }) => name).join(", ");
}

/** Why a game that clans play has no Delete; null for one that nobody plays. */
export function inUseText(clans: number): string | null {
  if (clans === 0) return null;
  return `${plural(clans, "clan uses", "clans use")} it: switch it off instead of deleting it.`;
}
