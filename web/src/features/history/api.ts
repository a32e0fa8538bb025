import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { revertCell } from "@clanhall/contract/entries";
import {
  exportEntriesCsv,
  exportEntriesJson,
  getHistorySummary,
  type HistoryKey,
  joinList,
  listEntries,
  listEntryChanges,
} from "@clanhall/contract/entry-history";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { download } from "../../lib/files.ts";
import { pagedQuery } from "../../lib/paged.ts";
import type { HistoryAddress, Range } from "./address.ts";

export type Filter = NonNullable<CallInput<typeof exportEntriesCsv>["query"]>;
export type Summary = AnswerOf<typeof getHistorySummary>;
export type SumRow = Summary["rows"][number];
export type Change = AnswerOf<typeof listEntryChanges>["items"][number];

const longMs = 30_000;
/** Whatever writes entries asks for all of this again. */
const entriesKey = (clanId: string) => ["entries", clanId];

/** The filters as the calls take them. */
export function toFilter(address: HistoryAddress, range: Range): Filter {
  const { members, activities, groups, states, enteredBy, sources, withFormer } = address;
  const lists = {
    member_id: members,
    activity_id: activities,
    group: groups,
    states,
    entered_by: enteredBy,
    source: sources,
  };
  const chosen = Object.entries(lists).flatMap(([name, items]) => (items.length > 0 ? [[name, joinList(items)]] : []));
  return { ...range, ...Object.fromEntries(chosen), ...(withFormer && { include_former: "true" as const }) };
}

/** Page by page. Every page brings the totals of the whole filter. */
export const entriesOf = (clanId: string, filter: Filter) => ({
  ...pagedQuery([...entriesKey(clanId), "history", "rows", filter], (at, options) =>
    call(listEntries, { params: { clanId }, query: { ...filter, ...at } }, { ...options, timeoutMs: longMs }),
  ),
  placeholderData: keepPreviousData,
});

export const groupsOf = (clanId: string, filter: Filter, groupBy: HistoryKey) =>
  queryOptions({
    queryKey: [...entriesKey(clanId), "history", "groups", groupBy, filter],
    queryFn: ({ signal }) =>
      call(listEntries, { params: { clanId }, query: { ...filter, group_by: groupBy } }, { signal, timeoutMs: longMs }),
  });

export const summaryOf = (clanId: string, filter: Filter, rows: HistoryKey, columns?: HistoryKey) =>
  queryOptions({
    queryKey: [...entriesKey(clanId), "history", "summary", rows, columns ?? "", filter],
    queryFn: ({ signal }) =>
      call(
        getHistorySummary,
        { params: { clanId }, query: { ...filter, rows, ...(columns && { columns }) } },
        { signal, timeoutMs: longMs },
      ),
  });

export const changesOf = (clanId: string, filter: Filter) => ({
  ...pagedQuery([...entriesKey(clanId), "history", "changes", filter], (at, options) =>
    call(
      listEntryChanges,
      { params: { clanId }, query: { ...filter, limit: 50, ...at } },
      { ...options, timeoutMs: longMs },
    ),
  ),
  placeholderData: keepPreviousData,
});

export function useExportHistory(clanId: string) {
  return useMutation({
    mutationFn: ({ filter, kind, name }: { filter: Filter; kind: "csv" | "json"; name: string }) =>
      download(kind === "csv" ? exportEntriesCsv : exportEntriesJson, { params: { clanId }, query: filter }, name),
  });
}

export type Revert = NonNullable<CallInput<typeof revertCell>["body"]>;
type Cell = Pick<Change, "member_id" | "activity_id" | "day">;

export function useRevertCell(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ cell, body }: { cell: Cell; body: Revert }) => {
      const { member_id: memberId, activity_id: activityId, day } = cell;
      return call(revertCell, { params: { clanId, memberId, activityId, day }, body });
    },
    // Also when it failed: somebody else may have changed the cell.
    onSettled: () => queries.invalidateQueries({ queryKey: entriesKey(clanId) }),
  });
}
