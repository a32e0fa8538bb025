import {
  type ClanSettings,
  getMyClanSettings,
  putMyClanSettings,
  rowOrderMax,
  type RowSort,
} from "@clanhall/contract/account";
import type { ClanCard } from "@clanhall/contract/clans";
import { getStandings } from "@clanhall/contract/standings";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { call } from "../../lib/api-client.ts";
import { wholeSheet } from "./sheet/cell-store.ts";
import type { Sheet } from "./sheet/day-sheet.ts";

/** Sorted by what stands in a column, for as long as the day is open. */
interface ColumnSort {
  column: number;
  isHighFirst: boolean;
}

interface RowKeys {
  sort: RowSort;
  byColumn: ColumnSort | null;
  /** Players by their id: the place on the main board, and in the own order. */
  ranks: ReadonlyMap<string, number>;
  own: readonly string[];
}

/** All rows of a day in the chosen order. Who has no place in it comes last, as on the roster. */
function orderRows(sheet: Sheet, { sort, byColumn, ranks, own }: RowKeys): number[] {
  const rows = sheet.members.map((_, row) => row);
  const idOf = (row: number) => sheet.members[row]?.id ?? "";
  if (byColumn) {
    const { column, isHighFirst } = byColumn;
    return sorted(rows, (row) => {
      const { value } = sheet.cellAt({ row, column });
      return value === null ? Infinity : isHighFirst ? -value : value;
    });
  }
  if (sort === "rank") return sorted(rows, (row) => ranks.get(idOf(row)) ?? Infinity);
  if (sort === "points") return sorted(rows, (row) => -sheet.pointsOf(row));
  if (sort === "name") return rows;
  const positions = new Map(own.map((id, position) => [id, position]));
  return sorted(rows, (row) => positions.get(idOf(row)) ?? Infinity);
}

function sorted(rows: number[], keyOf: (row: number) => number): number[] {
  const keys = new Map(rows.map((row) => [row, keyOf(row)]));
  const compare = (a: number, b: number) => {
    const [one = 0, other = 0] = [keys.get(a), keys.get(b)];
    return one === other ? a - b : one - other;
  };
  return rows.toSorted(compare);
}

/** The order after one player went to where another one is. */
function moveId(ids: readonly string[], moved: string, target: string): string[] {
  const [from, to] = [ids.indexOf(moved), ids.indexOf(target)];
  if (from === -1 || to === -1) return [...ids];
  const others = ids.filter((id) => id !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

const rowSettingsQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["row-order", clanId],
    queryFn: () => call(getMyClanSettings, { params: { clanId } }),
    staleTime: Infinity,
  });

const ranksQuery = (boardId: string) =>
  queryOptions({
    queryKey: ["row-order", "ranks", boardId],
    queryFn: async () => {
      const { rows } = await call(getStandings, { params: { scoreboardId: boardId } });
      return new Map(rows.map(({ member_id, rank }) => [member_id, rank]));
    },
    staleTime: 60_000,
  });

const noRanks: ReadonlyMap<string, number> = new Map();

export interface RowOrder {
  /** Every row of the day. They stay where they are until another order is chosen, or it is asked for again. */
  rows: number[];
  sort: RowSort;
  hasRank: boolean;
  ranks: ReadonlyMap<string, number>;
  byColumn: ColumnSort | null;
  /** What was entered since would put the rows elsewhere. */
  isStale: () => boolean;
  choose: (sort: RowSort) => void;
  /** High, low, off. */
  sortByColumn: (column: number) => void;
  sortAgain: () => void;
  /** Puts a player where another one is, in the own order. */
  move: (row: number, target: number) => void;
  takeOrder: (ids: string[]) => void;
}

/** In which order the players stand: chosen for the clan and kept on the server, or by a column for now. */
export function useRowOrder(sheet: Sheet, clan: ClanCard): RowOrder {
  const { chosen, save } = useRowSettings(clan.id);
  const [byColumn, setByColumn] = useState<ColumnSort | null>(null);
  const [again, setAgain] = useState(0);
  const boardId = clan.current_main_board_id;
  const sort = chosen.row_sort === "rank" && boardId === null ? "name" : chosen.row_sort;
  const { data: ranks = noRanks } = useQuery({
    ...ranksQuery(boardId ?? ""),
    enabled: boardId !== null && sort === "rank",
  });
  const own = chosen.row_order;
  // Players may be added while the day is open; a typed value alone draws nothing here.
  const count = useSyncExternalStore(
    (listener) => sheet.subscribe(wholeSheet, listener),
    () => sheet.members.length,
  );
  // Whatever else arrives late, such as an order that is not the one in use, moves nobody.
  const keys = {
    sort,
    byColumn,
    ranks: sort === "rank" ? ranks : noRanks,
    own: sort === "own" ? own : byName.row_order,
  };
  const rows = useMemo(
    () => orderRows(sheet, keys),
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- asked for again, or with more players
    [sheet, byColumn, byColumn ?? keys.sort, byColumn ?? keys.ranks, byColumn ?? keys.own, count, again],
  );
  const idOf = (row: number) => sheet.members[row]?.id ?? "";
  const takeOrder = (ids: string[]) => {
    setByColumn(null);
    save({ row_sort: "own", row_order: ids });
  };
  return {
    rows,
    sort,
    hasRank: boardId !== null,
    ranks: sort === "rank" && !byColumn ? ranks : noRanks,
    byColumn,
    isStale: () =>
      (byColumn !== null || sort === "points") && orderRows(sheet, keys).some((row, index) => row !== rows[index]),
    choose: (next) => {
      setByColumn(null);
      save({ row_sort: next });
    },
    sortByColumn: (column) => setByColumn((before) => nextColumnSort(before, column)),
    sortAgain: () => setAgain((before) => before + 1),
    move: (row, target) => takeOrder(moveId(rows.map(idOf), idOf(row), idOf(target))),
    takeOrder,
  };
}

function nextColumnSort(before: ColumnSort | null, column: number): ColumnSort | null {
  if (before?.column !== column) return { column, isHighFirst: true };
  return before.isHighFirst ? { column, isHighFirst: false } : null;
}

interface RowSettings {
  row_sort: RowSort;
  row_order: string[];
}

const byName: RowSettings = { row_sort: "name", row_order: [] };
const saveDelayMs = 600;

/** Not every server keeps an order. */
function toRowSettings(settings: ClanSettings | undefined): RowSettings {
  return settings?.row_sort ? settings : byName;
}

/** Players of other days keep a place in the own order, behind those of this day, as far as there is room for them. */
function withOthers(ids: readonly string[], known: readonly string[]): string[] {
  return [...new Set([...ids, ...known])].slice(0, rowOrderMax);
}

/** Shown at once and sent once somebody stops moving players about. */
function useRowSettings(clanId: string) {
  const { data } = useQuery(rowSettingsQuery(clanId));
  const queries = useQueryClient();
  const [changed, setChanged] = useState<Partial<RowSettings>>({});
  const unsent = useRef<Partial<RowSettings>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const put = useMutation({
    mutationFn: async ({ row_order, ...body }: Partial<RowSettings>) => {
      const known = toRowSettings(await queries.ensureQueryData(rowSettingsQuery(clanId)));
      const order = row_order && { row_order: withOthers(row_order, known.row_order) };
      return call(putMyClanSettings, { params: { clanId }, body: { ...body, ...order } });
    },
    onSuccess: (settings) => queries.setQueryData(rowSettingsQuery(clanId).queryKey, settings),
  });
  const chosen = useMemo(() => {
    const stored = toRowSettings(data);
    const { row_sort = stored.row_sort, row_order } = changed;
    return { row_sort, row_order: row_order ? withOthers(row_order, stored.row_order) : stored.row_order };
  }, [data, changed]);
  const save = (change: Partial<RowSettings>) => {
    setChanged((before) => ({ ...before, ...change }));
    unsent.current = { ...unsent.current, ...change };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      put.mutate(unsent.current);
      unsent.current = {};
    }, saveDelayMs);
  };
  return { chosen, save };
}
