import type { Member } from "@clanhall/contract/members";

export interface Sort {
  key: string;
  isDown: boolean;
}

type SortKey = "joined" | "last_entry" | "rate_7" | "rate_30" | "away";

const valueOf: Record<SortKey, (row: Member) => string | number | null> = {
  joined: (row) => row.joined_at,
  last_entry: (row) => row.last_entry,
  rate_7: (row) => row.rate_7,
  rate_30: (row) => row.rate_30,
  away: (row) => row.away_until,
};

export function isSortable(key: string): key is SortKey {
  return key in valueOf;
}

/** Those who need a look come first: the lowest rate, the longest without an entry. A third time gives back the order by name. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDown: false };
  return sort.isDown ? null : { key, isDown: true };
}

/** What is not known comes last either way; equal rows stay by name. */
export function sortRows(rows: Member[], sort: Sort | null): Member[] {
  if (sort === null || !isSortable(sort.key)) return rows;
  const read = valueOf[sort.key];
  return rows.toSorted((a, b) => {
    const [first, second] = [read(a), read(b)];
    if (first === second) return 0;
    if (first === null || second === null) return first === null ? 1 : -1;
    return first < second === sort.isDown ? 1 : -1;
  });
}
