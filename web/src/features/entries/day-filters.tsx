import { foldText } from "@clanhall/contract/rules/fold-text";
import { useMemo, useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SelectControl } from "../../ui/core/select.tsx";
import styles from "./day.module.css";
import type { RowOrder } from "./row-order.ts";
import type { Sheet } from "./sheet/day-sheet.ts";
import type { RowSort } from "@clanhall/contract/account";
import { Icon } from "../../ui/core/icon.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useWholeSheet } from "./use-day-sheet.ts";

const TakeOrderDialog = lazyDialog(async () => (await import("./take-order.tsx")).TakeOrderDialog);

const sortNames: Record<RowSort, string> = { name: "Name", rank: "Rank", points: "Points today", own: "Own order" };

interface OrderMenuProps {
  sheet: Sheet;
  clanId: string;
  order: RowOrder;
}

/** In which order the players stand. */
function OrderMenu({ sheet, clanId, order }: OrderMenuProps) {
  const [isTaking, setTaking] = useState(false);
  useWholeSheet(sheet);
  const { byColumn, sort } = order;
  const shown = byColumn ? (sheet.activities[byColumn.column]?.short_label ?? "") : sortNames[sort];
  const choices = (Object.keys(sortNames) as RowSort[]).filter((one) => one !== "rank" || order.hasRank);
  return (
    <>
      <Menu
        label={`Order: ${shown}`}
        trigger={
          <Button>
            <Muted>Order</Muted> {shown} <Icon name="chevron-down" size={16} />
          </Button>
        }
        items={[
          ...choices.map((one) => ({
            label: sortNames[one],
            group: "open" as const,
            ...(one === sort && !byColumn && { icon: "tick" as const }),
            onSelect: () => order.choose(one),
          })),
          { label: "Take the order of a list…", onSelect: () => setTaking(true) },
        ]}
      />
      {order.isStale() && <Button onClick={order.sortAgain}>Sort again</Button>}
      {isTaking && (
        <TakeOrderDialog sheet={sheet} clanId={clanId} onTake={order.takeOrder} onClose={() => setTaking(false)} />
      )}
    </>
  );
}

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
  const groups = [...new Set(sheet.members.flatMap((member) => member.groups))].toSorted((a, b) =>
    a.localeCompare(b, "en"),
  );
  return (
    <Row gap={2} role="search" className={styles.filters}>
      <SearchBox
        label="Find a player"
        className={styles.search}
        text={filters.q}
        onSearch={(q) => onFilter({ ...filters, q })}
      />
      {groups.length > 0 && (
        <SelectControl
          compact
          className={styles.choice}
          aria-label="Group"
          data-chosen={filters.group !== "" || undefined}
          value={filters.group}
          placeholder="Any group"
          options={groups.map((group) => ({ value: group, label: group }))}
          onChange={(group) => onFilter({ ...filters, group })}
        />
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
    const text = foldText(q);
    return order.filter((row) => {
      const member = sheet.members[row];
      if (!member || !foldText(member.name).includes(text)) return false;
      return (group === "" || member.groups.includes(group)) && (!isMissing || hasMissing(sheet, row, activity));
    });
  }, [sheet, order, q, group, isMissing, activity]);
}

function hasMissing(sheet: Sheet, row: number, activity: number | null): boolean {
  const columns = activity === null ? sheet.activities.map((_, column) => column) : [activity];
  return columns.some((column) => sheet.cellAt({ row, column }).state === "missing");
}
