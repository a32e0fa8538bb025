import { type Day, getDay, getDayMeans, listDays, reopenDay } from "@clanhall/contract/days";
import { getCellHistory, putEntries, revertCell } from "@clanhall/contract/entries";
import { exportEntriesCsv } from "@clanhall/contract/entry-history";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { hasStatus, refused, wantsSecondFactor } from "../../lib/api-errors.ts";
import { download } from "../../lib/files.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { currentSession, checkSession, renewSession } from "../../lib/session.ts";
import { keyOf } from "./sheet/cell-store.ts";
import type { Save, UsualValues } from "./sheet/save-queue.ts";

const longMs = 30_000;
export const entriesKey = (clanId: string) => ["entries", clanId];

/** The day as a whole. What changes afterwards is merged into its sheet, so that old cells need not be compared. */
export const dayQuery = (clanId: string, day: string) =>
  queryOptions({
    queryKey: [...entriesKey(clanId), "day", day],
    queryFn: ({ signal }) =>
      call(getDay, { params: { clanId, day } }, { signal, timeoutMs: longMs, fetch: fetchWithEtag }),
    staleTime: 0,
    structuralSharing: false,
  });

export function loadChanges(clanId: string, day: string, since: number): Promise<Day> {
  return call(getDay, { params: { clanId, day }, query: { since } }, { timeoutMs: longMs });
}

export const latestDaysQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...entriesKey(clanId), "days"],
    queryFn: async () => (await call(listDays, { params: { clanId }, query: { count: 14 } })).items,
  });

export async function loadUsualValues(clanId: string, day: string): Promise<UsualValues> {
  const { items } = await call(getDayMeans, { params: { clanId, day } }, { timeoutMs: 5_000 });
  return new Map(items.map((item) => [keyOf(item), item.mean]));
}

/** Sends cells as the person who typed them, and as nobody else who may be signed in by then. */
export const saveCells =
  ({ clanId, userId }: { clanId: string; userId: string }): Save =>
  async (body) => {
    if (currentSession()?.userId !== userId) throw refused(401, "Signed out", null);
    try {
      return await call(putEntries, { params: { clanId }, body }, { timeoutMs: longMs });
    } catch (error) {
      if (hasStatus(error, 401)) void checkSession();
      if (wantsSecondFactor(error)) void renewSession();
      throw error;
    }
  };

/** Everything that tells of a clan's entries is asked for again. */
export function useRefreshEntries(clanId: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: entriesKey(clanId) });
}

export function useReopenDay(clanId: string, day: string) {
  return useMutation({
    mutationFn: (reason: string) => call(reopenDay, { params: { clanId, day }, body: { reason } }),
    onSuccess: useRefreshEntries(clanId),
  });
}

export function useExportDay(clanId: string, day: string) {
  return useMutation({
    mutationFn: (name: string) =>
      download(exportEntriesCsv, { params: { clanId }, query: { from: day, to: day, include_former: "true" } }, name),
  });
}

/** One member's cell of one activity on one day. */
export interface CellAddress {
  clanId: string;
  memberId: string;
  activityId: string;
  day: string;
}

export const cellHistoryQuery = (cell: CellAddress) =>
  queryOptions({
    queryKey: [...entriesKey(cell.clanId), "cell", cell],
    queryFn: () => call(getCellHistory, { params: { ...cell } }),
    staleTime: 0,
  });

export function useRevertCell(cell: CellAddress) {
  return useMutation({
    mutationFn: (body: { version: number; base_version: number; reason?: string }) =>
      call(revertCell, { params: { ...cell }, body }),
    onSuccess: useRefreshEntries(cell.clanId),
  });
}

interface CellEdit {
  content: { value: number | null; excused: boolean; base_version: number };
  reason?: string;
}

/** Writes one cell, unless somebody else did so since it was shown. */
export function useEditCell({ clanId, memberId, activityId, day }: CellAddress) {
  const refresh = useRefreshEntries(clanId);
  return useMutation({
    mutationFn: async ({ content, ...why }: CellEdit) => {
      const entry = { member_id: memberId, activity_id: activityId, day, ...content };
      const { conflicts } = await call(putEntries, { params: { clanId }, body: { entries: [entry], ...why } });
      if (conflicts.length > 0)
        throw refused(409, "", { message: "Someone else changed this value. Check it and save again." });
    },
    onSettled: refresh,
  });
}
