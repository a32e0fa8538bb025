import { useEffect, useLayoutEffect, useState } from "react";
import { type DayFilters, isFiltered, noFilters, useShownRows } from "../day-filters.tsx";
import { NoRows } from "../day-state.tsx";
import { formatCellPoints } from "../format.ts";
import type { NamesPaste } from "../grid/state.ts";
import type { RowOrder } from "../row-order.ts";
import type { RefusalAction } from "../sheet/access.ts";
import type { CellAt } from "../sheet/cell-store.ts";
import type { DaySheet } from "../sheet/day-sheet.ts";
import type { DraftKey } from "../sheet/stored-drafts.ts";
import { useWholeSheet } from "../use-day-sheet.ts";
import { countMissing, EntryBar, FilteredLine } from "./entry-bar.tsx";
import { EntryList } from "./entry-list.tsx";
import { type EntryMode, keepPosition, type KeptPosition, readPosition } from "./kept-position.ts";
import { Text } from "../../../ui/core/layout.tsx";
import styles from "./phone.module.css";

interface PhoneDayProps {
  sheet: DaySheet;
  draftKey: DraftKey;
  order: RowOrder;
  filters: DayFilters;
  onFilter: (filters: DayFilters) => void;
  canExcuse: boolean;
  onOpenCell: (at: CellAt) => void;
  onRefusalAction: (action: RefusalAction) => void;
  onPasteNames: (paste: NamesPaste) => void;
}

/** One activity with all players, or one player with all activities. */
export function PhoneDay({
  sheet,
  draftKey,
  order,
  filters,
  onFilter,
  canExcuse,
  onOpenCell,
  onRefusalAction,
  onPasteNames,
}: PhoneDayProps) {
  const { mode, column, row, change } = usePosition(sheet, draftKey);
  const walked = useShownRows(sheet, order.rows, { ...filters, isMissing: false });
  const rows = useShownRows(sheet, order.rows, filters, mode === "activity" ? column : null);
  const columns = sheet.activities.map((_, index) => index);
  const isByActivity = mode === "activity";
  const player = walked.includes(row) ? row : (walked[0] ?? 0);
  const group = isByActivity ? column : player;
  const choose = (chosen: number) => change(isByActivity ? { column: chosen } : { row: chosen });
  const undo = () => {
    const [first] = sheet.undo();
    if (first) change(isByActivity ? { column: first.column } : { row: first.row });
  };
  const isEmpty = (isByActivity ? rows : walked).length === 0;
  return (
    <div className={styles.phone}>
      <EntryBar
        sheet={sheet}
        mode={mode}
        group={group}
        groups={isByActivity ? columns : openPlayers(sheet, walked, player)}
        onGroup={choose}
        onMode={(next) => change({ mode: next })}
        onUndo={undo}
      />
      {isEmpty ? (
        <NoRows onClear={() => onFilter(noFilters)} />
      ) : (
        <>
          {isFiltered(filters) && (
            <FilteredLine shown={rows.length} all={sheet.members.length} onClear={() => onFilter(noFilters)} />
          )}
          <EntryList
            sheet={sheet}
            clanId={draftKey.clanId}
            mode={mode}
            group={group}
            groups={isByActivity ? columns : walked}
            lines={isByActivity ? rows : columns}
            walked={isByActivity ? walked : columns}
            isFiltered={isFiltered(filters)}
            canExcuse={canExcuse}
            hasKeyboardBar
            onGroup={choose}
            onFocusLine={(line) => isByActivity && change({ row: line })}
            onOpenCell={onOpenCell}
            onRefusalAction={onRefusalAction}
            onPasteNames={canExcuse ? onPasteNames : undefined}
          />
          {!isByActivity && <PlayerFoot sheet={sheet} row={player} rows={walked} />}
        </>
      )}
    </div>
  );
}

/** Those with something left to enter, and the one who is shown. */
function openPlayers(sheet: DaySheet, rows: number[], shown: number): number[] {
  return rows.filter((row) => row === shown || countMissing(sheet, "player", row) > 0);
}

function PlayerFoot({ sheet, row, rows }: { sheet: DaySheet; row: number; rows: number[] }) {
  useWholeSheet(sheet);
  const at = rows.indexOf(row);
  const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find((one) => countMissing(sheet, "player", one) > 0);
  return (
    <Text as="p" dim size="sm" className={styles.foot}>
      Points so far <strong>{formatCellPoints(sheet.pointsOf(row))}</strong>
      {next !== undefined && ` · next: ${sheet.members[next]?.name}`}
    </Text>
  );
}

interface Position {
  mode: EntryMode;
  column: number;
  row: number;
}

/** The activity somebody was at, else the first that has something missing. */
function findFirstColumn(sheet: DaySheet, kept: KeptPosition | null): number {
  const keptAt = sheet.activities.findIndex(({ id }) => id === kept?.activityId);
  if (keptAt !== -1) return keptAt;
  return Math.max(
    0,
    sheet.activities.findIndex((_, column) => countMissing(sheet, "activity", column) > 0),
  );
}

/** Where one is, kept for when the phone was locked and the page is loaded again. */
function usePosition(sheet: DaySheet, draftKey: DraftKey) {
  const [kept] = useState(() => readPosition(draftKey));
  const [position, setPosition] = useState<Position>(() => ({
    mode: kept?.mode ?? "activity",
    column: findFirstColumn(sheet, kept),
    row: Math.max(
      0,
      sheet.members.findIndex(({ id }) => id === kept?.memberId),
    ),
  }));
  const { mode, column, row } = position;
  const { userId, clanId, day } = draftKey;
  useEffect(() => {
    const [activityId, memberId] = [sheet.activities[column]?.id ?? "", sheet.members[row]?.id ?? ""];
    keepPosition({ userId, clanId, day }, { mode, activityId, memberId });
  }, [sheet, userId, clanId, day, mode, column, row]);
  useLayoutEffect(() => {
    if (kept?.mode !== "activity") return;
    const line = sheet.members.findIndex(({ id }) => id === kept.memberId);
    // The first lines are in sight anyway, below the heading.
    if (line > 5) document.querySelector(`[data-line="${line}"]`)?.scrollIntoView?.({ block: "center" });
  }, [kept, sheet]);
  return { ...position, change: (next: Partial<Position>) => setPosition((before) => ({ ...before, ...next })) };
}
