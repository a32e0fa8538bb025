import { applyTemplate, copyActivities, exportActivities, importActivities } from "@clanhall/contract/activity-sets";
import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { listGames } from "@clanhall/contract/games";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";
import { useKeyOf } from "../../lib/hooks.ts";
import { useRefreshActivities } from "./activities.api.ts";

/** What became of each activity of a set. */
export type SetOutcome = AnswerOf<typeof copyActivities>;
type ImportInput = CallInput<typeof importActivities>["body"];

export const gamesQuery = queryOptions({
  queryKey: ["games"],
  queryFn: async () => (await call(listGames, {})).items,
  staleTime: 5 * 60_000,
});

export function useCopySet(clanId: string) {
  const keyOf = useKeyOf();
  return useMutation({
    mutationFn: (body: CallInput<typeof copyActivities>["body"]) =>
      call(copyActivities, { params: { clanId }, body }, { idempotencyKey: keyOf(body) }),
    onSuccess: useRefreshActivities(clanId),
  });
}

export function useApplyTemplate(clanId: string) {
  const keyOf = useKeyOf();
  return useMutation({
    mutationFn: (body: CallInput<typeof applyTemplate>["body"]) =>
      call(applyTemplate, { params: { clanId }, body }, { idempotencyKey: keyOf(body) }),
    onSuccess: useRefreshActivities(clanId),
  });
}

export function useImportSet(clanId: string) {
  const keyOf = useKeyOf();
  const refresh = useRefreshActivities(clanId);
  return useMutation({
    mutationFn: (body: ImportInput) => {
      const key = body.dry_run ? {} : { idempotencyKey: keyOf(body) };
      return call(importActivities, { params: { clanId }, body }, { timeoutMs: 60_000, ...key });
    },
    onSuccess: (_answer, { dry_run: isDry }) => (isDry ? undefined : refresh()),
  });
}

export function useExportSet(clanId: string) {
  return useMutation({
    mutationFn: (name: string) => download(exportActivities, { params: { clanId } }, name),
  });
}
