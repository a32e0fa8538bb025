import { useMemo } from "react";
import { Button } from "../../ui/core/button.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import styles from "./day.module.css";
import { OrderMenu } from "./order-menu.tsx";
import type { RowOrder } from "./row-order.ts";
import type { Sheet } from "./sheet/day-sheet.ts";

/** What of a day is shown; part of the address. */
export interface DayFilters {
  q: string;
  group: string;
  isMissing: boolean;
}

export const noFilters: DayFilters = { q: "", group: "", isMissing: false };

interface DayFilterBarProps {
  sheet: Sheet;
  clanId: string;
  order: RowOrder;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
}

export function DayFilterBar({ sheet, clanId, order, filters, onFilter }: DayFilterBarProps) {
  const groups = [...new Set(sheet.members.flatMap((member) => member.groups))].toSorted((a, b) => a.localeCompare(b));
  return (
    <Row gap={2} role="search" className={styles.filters}>
      <SearchBox
        label="Find a player"
        className={styles.search}
        text={filters.q}
        onSearch={(q) => onFilter({ ...filters, q })}
      />
      {groups.length > 0 && (
        <select
          className={styles.choice}
          aria-label="Group"
          data-chosen={filters.group !== "" || undefined}
          value={filters.group}
          onChange={({ currentTarget }) => onFilter({ ...filters, group: currentTarget.value })}
        >
          <option value="">Any group</option>
          {groups.map((group) => (
            <option key={group}>{group}</option>
          ))}
        </select>
      )}
      <Button aria-pressed={filters.isMissing} onClick={() => onFilter({ ...filters, isMissing: !filters.isMissing })}>
        Only missing
      </Button>
      <OrderMenu sheet={sheet} clanId={clanId} order={order} />
      {isFiltered(filters) && (
        <Button variant="plain" onClick={() => onFilter(noFilters)}>
          Clear filters
        </Button>
      )}
    </Row>
  );
}

type Search = Record<string, unknown>;

export function readDayFilters(search: Search): DayFilters {
  const { q, group, missing } = search;
  return { q: toText(q), group: toText(group), isMissing: missing === true || missing === "true" };
}

/** A filter that is not set takes its name out of the address. */
export function toDaySearch({ q, group, isMissing }: DayFilters): Search {
  return { q: q || undefined, group: group || undefined, missing: isMissing || undefined };
}

export function isFiltered({ q, group, isMissing }: DayFilters): boolean {
  return q !== "" || group !== "" || isMissing;
}

function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 100) : "";
}

/**
 * The rows that the filters leave. Looked for when a filter changes, not with every cell: a row must not go away under
 * the hands of somebody who is filling it.
 */
export function useShownRows(
  sheet: Sheet,
  order: number[],
  { q, group, isMissing }: DayFilters,
  /** The activity whose missing values are meant; those of any where none is named. */
  activity: number | null = null,
): number[] {
  return useMemo(() => {
    const text = toPlain(q);
    return order.filter((row) => {
      const member = sheet.members[row];
      if (!member || !toPlain(member.name).includes(text)) return false;
      return (group === "" || member.groups.includes(group)) && (!isMissing || hasMissing(sheet, row, activity));
    });
  }, [sheet, order, q, group, isMissing, activity]);
}

function hasMissing(sheet: Sheet, row: number, activity: number | null): boolean {
  const columns = activity === null ? sheet.activities.map((_, column) => column) : [activity];
  return columns.some((column) => sheet.cellAt({ row, column }).state === "missing");
}

function toPlain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
