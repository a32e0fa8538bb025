import { decimalsOf } from "@clanhall/contract/rules/score-text";
import type { DayMember } from "@clanhall/contract/days";
import { addUp } from "@clanhall/contract/rules/scoring";
import { type CSSProperties, memo, useMemo, useSyncExternalStore } from "react";
import { PlayerLink } from "../../../domain/player-link.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Text } from "../../../ui/core/layout.tsx";
import { formatCellPoints, formatCell } from "../format.ts";
import type { CellAt } from "../sheet/cell-store.ts";
import type { Sheet } from "../sheet/day-sheet.ts";
import { useWholeSheet } from "../use-day-sheet.ts";
import { formatWhyNotDue } from "./cell-text.ts";
import styles from "./grid.module.css";
import { useMouse } from "./input.ts";
import { GridRow, indexesOf } from "./row.tsx";
import type { GridStore } from "./state.ts";
import { type Columns, rowHeight, type Span, totalsHeight } from "./view.ts";

interface GridBodyProps {
  store: GridStore;
  rows: number[];
  columns: Columns;
  rowsShown: Span;
  columnsShown: Span;
  ranks: ReadonlyMap<string, number> | undefined;
  onOpenCell: ((at: CellAt) => void) | undefined;
}

/** The rows in sight, and the active one wherever it is. */
export function GridBody({ store, rows, columns, rowsShown, columnsShown, ranks, onOpenCell }: GridBodyProps) {
  const far = useSyncExternalStore(store.subscribeToSelection, () => farRow(store, rowsShown));
  const { sheet } = store;
  const { members, day } = sheet;
  const edge = { sheet, rows, from: rowsShown.from, to: rowsShown.to };
  const mouse = useMouse(store, columns);
  return (
    <div role="rowgroup" className={styles.body} style={{ height: rows.length * rowHeight }} {...mouse}>
      <NameEdge {...edge} ranks={ranks} width={columns.nameWidth} />
      {indexesOf(rowsShown, far).map((index) => {
        const row = rows[index];
        const member = row === undefined ? undefined : members[row];
        return (
          row !== undefined &&
          member && (
            <GridRow
              key={row}
              store={store}
              member={member}
              canWrite={day.window.can_write}
              row={row}
              index={index}
              columns={columns}
              shown={columnsShown}
              onOpenCell={onOpenCell}
            />
          )
        );
      })}
      <PointsEdge {...edge} width={columns.pointsWidth} />
    </div>
  );
}

/** The active row while it is out of sight; a move within what is in sight draws nothing here. */
function farRow(store: GridStore, { from, to }: Span): number {
  const { row } = store.read().selection.anchor;
  return row < from || row > to ? row : -1;
}

interface EdgeProps extends Span {
  sheet: Sheet;
  rows: number[];
  width: number;
}

/** An edge begins at every so many rows, so that what stands in it stays where it is while rows come and go. */
const edgeStep = 32;

/** No higher than what is drawn in it: a browser paints all of a layer anew that is too large for it to keep. */
function edgeStyle({ from, to, width }: EdgeProps): CSSProperties {
  const first = from - (from % edgeStep);
  return {
    width,
    height: (to + 1 - first) * rowHeight,
    marginTop: first * rowHeight,
    paddingTop: (from - first) * rowHeight,
  };
}

interface NameEdgeProps extends EdgeProps {
  ranks: ReadonlyMap<string, number> | undefined;
}

/**
 * The players' names at the left, which stay while the rest scrolls. They are one layer for all rows, because a browser
 * gives each thing that stays a layer of its own, and dozens of them make every key press slow. Rows name their player
 * for those who hear the grid.
 */
const NameEdge = memo(function NameEdge({ ranks, ...edge }: NameEdgeProps) {
  const { sheet, rows } = edge;
  return (
    <div aria-hidden className={styles.names} style={edgeStyle(edge)}>
      {indexesOf(edge).map((index) => {
        const member = sheet.members[rows[index] ?? -1];
        return member && <Name key={member.id} member={member} rank={ranks?.get(member.id)} />;
      })}
    </div>
  );
});

interface NameProps {
  member: DayMember;
  rank: number | undefined;
}

const Name = memo(function Name({ member, rank }: NameProps) {
  return (
    <div className={styles.name} data-row-name>
      {rank !== undefined && (
        <Text dim size="xs" className={styles.rank}>
          {rank}
        </Text>
      )}
      <Avatar name={member.name} color={member.tint} />
      <Text wrap="cut" title={member.name}>
        {/* Rows name their player too; there the keyboard is for the cells. */}
        <PlayerLink memberId={member.id} isForPointer>
          {member.name}
        </PlayerLink>
      </Text>
      {member.is_me && <Badge>you</Badge>}
      {member.not_due && <Badge title={formatWhyNotDue(member)}>{member.not_due === "away" ? "away" : "new"}</Badge>}
    </div>
  );
});

/** The points at the right, one layer too. They may follow a moment after the key that changed them. */
const PointsEdge = memo(function PointsEdge(edge: EdgeProps) {
  const { sheet, rows } = edge;
  useWholeSheet(sheet);
  const decimals = decimalsOf(rows.map((row) => sheet.pointsOf(row)));
  return (
    <div aria-hidden className={styles.pointsEdge} style={edgeStyle(edge)}>
      {indexesOf(edge).map((index) => {
        const row = rows[index];
        return row !== undefined && <Points key={row} text={formatCellPoints(sheet.pointsOf(row), decimals)} />;
      })}
    </div>
  );
});

const Points = memo(function Points({ text }: { text: string }) {
  return <div className={styles.points}>{text}</div>;
});

interface GridTotalsProps {
  sheet: Sheet;
  rowCount: number;
  columns: Columns;
  shown: Span;
}

/** The day's sums, over all its players. They may follow a moment after the key that changed them. */
export function GridTotals({ sheet, ...layout }: GridTotalsProps) {
  return <Totals sheet={sheet} version={useWholeSheet(sheet)} {...layout} />;
}

const Totals = memo(function Totals(props: GridTotalsProps & { version: number }) {
  const { sheet, version, rowCount, columns, shown } = props;
  const points = useMemo(
    () => formatCellPoints(addUp(sheet.members.map((_, row) => sheet.pointsOf(row)))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the sheet holds
    [sheet, version],
  );
  return (
    <div role="row" aria-rowindex={rowCount + 2} className={styles.totals} style={{ height: totalsHeight }}>
      <div role="rowheader" aria-colindex={1} className={styles.name} style={{ width: columns.nameWidth }}>
        Total
        {rowCount < sheet.members.length && <Badge>all {sheet.members.length}</Badge>}
      </div>
      {indexesOf(shown).map((column) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={column + 2}
          className={styles.cell}
          style={{ left: columns.starts[column], width: columns.widths[column] }}
        >
          {formatTotal(sheet, column)}
        </div>
      ))}
      <div
        role="gridcell"
        aria-colindex={sheet.activities.length + 2}
        className={styles.points}
        style={{ width: columns.pointsWidth }}
      >
        {points}
      </div>
    </div>
  );
});

function formatTotal(sheet: Sheet, column: number): string {
  const activity = sheet.activities[column];
  const total = sheet.totalOf(column);
  if (!activity) return "";
  return activity.value_type === "yes_no" ? `${total} ✓` : formatCell(activity, total);
}
