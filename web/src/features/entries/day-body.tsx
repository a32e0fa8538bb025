import { lazy, Suspense, useSyncExternalStore } from "react";
import { loadWhenReachable } from "../../lib/load-when-reachable.ts";
import { formatClanDate as toDateWords } from "../../lib/format.ts";
import type { DayFilters } from "./day-address.ts";
import { DaySkeleton, NoActivities, NoPlayers, NoRows } from "./day-states.tsx";
import { PhoneDay } from "./phone-day.tsx";
import { wholeSheet } from "./sheet/row-watchers.ts";
import type { LiveSheet } from "./sheet/live-sheet.ts";
import type { CellAt } from "./sheet.ts";
import { useShownRows } from "./use-shown-rows.ts";

const loadGrid = () => loadWhenReachable(() => import("./grid/entry-grid.tsx"));
/** A phone never needs it; elsewhere it is fetched beside the day. */
const EntryGrid = lazy(async () => ({ default: (await loadGrid()).EntryGrid }));

export function fetchGrid(): void {
  loadGrid().catch(() => undefined);
}

interface DayBodyProps {
  clanId: string;
  sheet: LiveSheet;
  filters: DayFilters;
  isPhone: boolean;
  canManage: boolean;
  canExcuse: boolean;
  onClear: () => void;
  onOpenCell: (at: CellAt) => void;
}

/** The cells: a grid where there is room for one, else one activity at a time. */
export function DayBody({ clanId, sheet, filters, isPhone, canManage, canExcuse, onClear, onOpenCell }: DayBodyProps) {
  useShape(sheet);
  const rows = useShownRows(sheet, filters);
  if (sheet.activities.length === 0) return <NoActivities clanId={clanId} canManage={canManage} />;
  if (sheet.members.length === 0) return <NoPlayers clanId={clanId} canManage={canManage} />;
  if (rows.length === 0) return <NoRows onClear={onClear} />;
  if (isPhone) return <PhoneDay sheet={sheet} rows={rows} canExcuse={canExcuse} onOpenCell={onOpenCell} />;
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) sheet.flush();
      }}
    >
      <Suspense fallback={<DaySkeleton />}>
        <EntryGrid
          sheet={sheet}
          rows={rows}
          label={`Values of ${toDateWords(sheet.day.window.day)}`}
          onOpenCell={onOpenCell}
        />
      </Suspense>
    </div>
  );
}

/** Players and activities may be added while the day is open; a typed cell alone draws nothing here. */
function useShape(sheet: LiveSheet): void {
  useSyncExternalStore(
    (listener) => sheet.subscribe(wholeSheet, listener),
    () => sheet.day,
  );
}
