import { listActivities } from "@clanhall/contract/activities";
import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { findImportMapping, importEntries, listImports, undoImport } from "@clanhall/contract/entry-imports";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api-client.ts";
import { formatList } from "../../../lib/format.ts";
import { useIdempotencyKey } from "../../../lib/hooks.ts";
import { rosterKey } from "../../../domain/members.ts";
import { showToast } from "../../../ui/toasts.ts";
import { entriesKey, useRefreshEntries } from "../api.ts";

export type ImportInput = CallInput<typeof importEntries>["body"];
export type ImportAnswer = AnswerOf<typeof importEntries>;
export type PastImport = AnswerOf<typeof listImports>["items"][number];

const importMs = 60_000;

/** What a column can stand for. */
export async function loadActivities(clanId: string): Promise<{ id: string; name: string; short_label: string }[]> {
  const { items } = await call(listActivities, { params: { clanId } });
  return items.filter(({ active }) => active);
}

export const columnActivitiesQuery = (clanId: string) =>
  queryOptions({ queryKey: [...entriesKey(clanId), "columns"], queryFn: () => loadActivities(clanId) });

export async function findRemembered(clanId: string, header: string[]) {
  const body = { header: header.slice(0, 500).map((text) => text.slice(0, 500)) };
  return (await call(findImportMapping, { params: { clanId }, body })).remembered;
}

export function useImport(clanId: string) {
  const keyOf = useIdempotencyKey();
  const queries = useQueryClient();
  const refresh = useRefreshEntries(clanId);
  return useMutation({
    mutationFn: (body: ImportInput) => {
      const key = body.dry_run ? {} : { idempotencyKey: keyOf(body) };
      return call(importEntries, { params: { clanId }, body }, { timeoutMs: importMs, ...key });
    },
    onSuccess: ({ players_added, aliases_added }, { dry_run }) => {
      if (dry_run) return;
      void refresh();
      if (players_added + aliases_added > 0) void queries.invalidateQueries({ queryKey: rosterKey(clanId) });
    },
  });
}

export const pastImportsQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...entriesKey(clanId), "imports"],
    queryFn: async () => (await call(listImports, { params: { clanId } })).items,
  });

export function useUndoImport(clanId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshEntries(clanId);
  return useMutation({
    mutationFn: ({ importId, reason = "" }: { importId: string; reason?: string }) => {
      const body = reason.trim() === "" ? {} : { reason: reason.trim() };
      return call(undoImport, { params: { clanId, importId }, body }, { timeoutMs: importMs });
    },
    onSuccess: ({ players_removed, aliases_removed, players_kept }) => {
      // An open day keeps its rows while somebody types; those of players who are gone end with it.
      if (players_removed > 0) void queries.resetQueries({ queryKey: entriesKey(clanId) });
      else void refresh();
      if (players_removed + aliases_removed > 0) void queries.invalidateQueries({ queryKey: rosterKey(clanId) });
      if (players_kept.length > 0) showToast({ kind: "info", message: keptText(players_kept) });
    },
  });
}

/** Who was added by an import and stays after its undo. */
function keptText(names: string[]): string {
  return `${formatList(names)} ${names.length === 1 ? "stays" : "stay"} on the roster because other data was added since.`;
}
