import {
  type Activity,
  type ActivityChange,
  type ActivityDraft,
  createActivity,
  deleteActivity,
  listActivities,
  orderActivities,
  patchActivity,
  rescoreActivity,
  restoreActivity,
} from "@clanhall/contract/activities";
import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { activitiesKey, activitiesQuery } from "../../domain/activities.ts";
import { call } from "../../lib/api-client.ts";
import { useOptimisticMutation } from "../../lib/mutations.ts";
import { applyTemplate, copyActivities, exportActivities, importActivities } from "@clanhall/contract/activity-sets";
import { download } from "../../lib/files.ts";
import { useIdempotencyKey } from "../../lib/hooks.ts";

export type Rescoring = AnswerOf<typeof rescoreActivity>;

/** What was deleted in the last thirty days, the latest first. */
export const binQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...activitiesKey(clanId), "bin"],
    queryFn: async () => {
      const { items } = await call(listActivities, { params: { clanId }, query: { deleted: "true" } });
      return items
        .filter(({ deleted_at }) => deleted_at !== null)
        .toSorted((a, b) => (b.deleted_at ?? "").localeCompare(a.deleted_at ?? ""));
    },
  });

/** What is due, met and worth points stands in many places: everything about the clan is asked for again. */
export function useRefreshActivities(clanId: string) {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["clans"] });
    void queries.invalidateQueries({ predicate: ({ queryKey: [kind, id] }) => id === clanId && kind !== "activities" });
    return queries.invalidateQueries({ queryKey: activitiesKey(clanId) });
  };
}

export function addActivity(clanId: string, draft: ActivityDraft, idempotencyKey: string): Promise<Activity> {
  return call(createActivity, { params: { clanId }, body: draft }, { idempotencyKey });
}

export function saveActivity(clanId: string, activityId: string, change: ActivityChange): Promise<Activity> {
  return call(patchActivity, { params: { clanId, activityId }, body: change });
}

/** The order of all activities. Archived ones keep theirs behind the others. */
export function useOrder(clanId: string) {
  const queries = useQueryClient();
  const refresh = useRefreshActivities(clanId);
  const { queryKey } = activitiesQuery(clanId);
  return useMutation({
    // A later order must not be overtaken by an earlier one.
    scope: { id: `order of ${clanId}` },
    mutationFn: (ids: string[]) => call(orderActivities, { params: { clanId }, body: { ids } }),
    onSuccess: async ({ items }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, items);
      await refresh();
    },
    onError: () => void refresh(),
  });
}

/** What is done to one activity without a form. */
interface ActivityAction {
  kind: "archive" | "reactivate" | "delete" | "restore";
  row: Activity;
}

async function sendAction(clanId: string, { kind, row }: ActivityAction): Promise<Activity> {
  const params = { clanId, activityId: row.id };
  if (kind === "restore") return call(restoreActivity, { params });
  if (kind !== "delete") return saveActivity(clanId, row.id, { active: kind === "reactivate", version: row.version });
  await call(deleteActivity, { params });
  return row;
}

export function useActivityAction(clanId: string) {
  const queries = useQueryClient();
  const { queryKey } = activitiesQuery(clanId);
  const findNewest = ({ row }: ActivityAction) =>
    queries.getQueryData(queryKey)?.find(({ id, version }) => id === row.id && version > row.version) ?? row;
  return useOptimisticMutation<Activity[], ActivityAction, Activity>({
    queryKey,
    // One after the other, each with the version that the one before left: archived and at once made active again.
    scope: `actions of ${clanId}`,
    apply: withAction,
    mutationFn: (action) => sendAction(clanId, { ...action, row: findNewest(action) }),
    onSuccess: ({ id, version }) =>
      queries.setQueryData(queryKey, (rows) => rows?.map((row) => (row.id === id ? { ...row, version } : row))),
    refresh: useRefreshActivities(clanId),
  });
}

function withAction(rows: Activity[], { kind, row }: ActivityAction): Activity[] {
  if (kind === "delete") return rows.filter(({ id }) => id !== row.id);
  if (kind === "restore") return rows;
  return rows.map((other) => (other.id === row.id ? { ...other, active: kind === "reactivate" } : other));
}

export const rescorePreviewQuery = (clanId: string, activityId: string, from: string) =>
  queryOptions({
    queryKey: ["rescore", activityId, from],
    queryFn: () =>
      call(rescoreActivity, { params: { clanId, activityId }, body: { from, dry_run: true } }, { timeoutMs: 60_000 }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export function useRescore(clanId: string, activityId: string) {
  return useMutation({
    mutationFn: (from: string) =>
      call(rescoreActivity, { params: { clanId, activityId }, body: { from, dry_run: false } }, { timeoutMs: 120_000 }),
    onSuccess: useRefreshActivities(clanId),
  });
}

/** What became of each activity of a set. */
export type SetOutcome = AnswerOf<typeof copyActivities>;
type ImportInput = CallInput<typeof importActivities>["body"];

export function useCopySet(clanId: string) {
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CallInput<typeof copyActivities>["body"]) =>
      call(copyActivities, { params: { clanId }, body }, { idempotencyKey: keyOf(body) }),
    onSuccess: useRefreshActivities(clanId),
  });
}

export function useApplyTemplate(clanId: string) {
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CallInput<typeof applyTemplate>["body"]) =>
      call(applyTemplate, { params: { clanId }, body }, { idempotencyKey: keyOf(body) }),
    onSuccess: useRefreshActivities(clanId),
  });
}

export function useImportSet(clanId: string) {
  const keyOf = useIdempotencyKey();
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
