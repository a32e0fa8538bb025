import type { HistorySum } from "@clanhall/contract/entry-history";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef } from "react";
import { PlayerLink } from "../../domain/player-link.tsx";
import { plural } from "../../lib/format.ts";
import { allEntries, type Period, periodRange, toCell } from "./address.ts";
import { type Summary, summaryOf, type SumRow } from "./api.ts";
import {
  chosenPeriod,
  type HistoryContext,
  HistoryPart,
  type Measure,
  NothingFound,
  onlyActivity,
  toMeasure,
} from "./context.tsx";
import { levelOf, metText, shortPeriod } from "./format.ts";
import { Surface } from "../../ui/card.tsx";
import { Muted, Text } from "../../ui/core/layout.tsx";
import styles from "./views.module.css";

const rowHeight = 44;

/** Players by days, weeks or months. */
export function MatrixView({ context }: { context: HistoryContext }) {
  const period = chosenPeriod(context);
  const query = useQuery(summaryOf(context.clan.id, context.filter, "member", period));
  return (
    <HistoryPart query={query}>
      {(summary) =>
        summary.cells.length === 0 ? (
          <NothingFound context={context} />
        ) : (
          <Matrix context={context} period={period} summary={summary} />
        )
      }
    </HistoryPart>
  );
}

interface MatrixProps {
  context: HistoryContext;
  period: Period;
  summary: Summary;
}

function Matrix({ context, period, summary }: MatrixProps) {
  const { rows, columns } = summary;
  const frame = useRef<HTMLElement>(null);
  const measure = toMeasure(context);
  const cells = useMemo(() => tableOf(summary), [summary]);
  // oxlint-disable-next-line react/incompatible-library -- the list draws itself anew on every scroll, as it must
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const inSight = virtual.getVirtualItems();
  // It opens at the newest day.
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth;
  }, [columns.length]);
  return (
    <Surface className={styles.matrixCard}>
      {/* The frame scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={frame} className={styles.frame} aria-label="Players by period" tabIndex={0}>
        <table className={styles.matrix} aria-rowcount={rows.length + 2}>
          <Head context={context} period={period} summary={summary} />
          <tbody>
            <Gap height={inSight[0]?.start ?? 0} />
            {inSight.map(({ index }) => {
              const row = rows[index];
              const sums = cells[index] ?? [];
              return row && <Row key={row.key} rowIndex={index} {...{ context, period, row, columns, sums }} />;
            })}
            <Gap height={virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </section>
      <Muted as="p" className={styles.matrixNote}>
        {measure.note} The darker a cell, the more of what was due was met.
      </Muted>
    </Surface>
  );
}

/** The names of the periods, and what all players come to in each. */
function Head({ context, period, summary: { columns, totals } }: MatrixProps) {
  return (
    <thead>
      <tr>
        <th scope="col">Player</th>
        {columns.map(({ key, label }) => (
          <th key={key} scope="col">
            {shortPeriod(label)}
          </th>
        ))}
        <th scope="col">Total</th>
      </tr>
      <tr className={styles.all}>
        <th scope="row">All</th>
        {columns.map(({ key, label, sum }) => (
          <SumCell
            key={key}
            context={context}
            sum={sum}
            title={label}
            change={{ range: "custom", ...periodRange(period, key, context.range) }}
          />
        ))}
        <SumCell context={context} sum={totals} title="All players" change={{}} />
      </tr>
    </thead>
  );
}

interface RowProps {
  context: HistoryContext;
  period: Period;
  rowIndex: number;
  row: SumRow;
  columns: SumRow[];
  sums: (HistorySum | undefined)[];
}

function Row({ context, period, rowIndex, row, columns, sums }: RowProps) {
  return (
    <tr aria-rowindex={rowIndex + 3}>
      <th scope="row">
        <PlayerLink memberId={row.key}>{row.label}</PlayerLink>
      </th>
      {columns.map((column, index) => (
        <td key={column.key}>
          <Cell
            sum={sums[index]}
            label={`${row.label}, ${column.label}`}
            measure={toMeasure(context)}
            onOpen={() => context.onShow(toCellOrEntries(context, period, row, column))}
          />
        </td>
      ))}
      <SumCell context={context} sum={row.sum} title={row.label} change={{ members: [row.key] }} />
    </tr>
  );
}

interface CellProps {
  sum: HistorySum | undefined;
  label: string;
  measure: Measure;
  onOpen: () => void;
}

function Cell({ sum, label, measure, onOpen }: CellProps) {
  if (!sum) return <span className="visually-hidden">nothing due</span>;
  const isMissing = sum.entered === 0 && sum.excused === 0 && sum.missing > 0;
  return (
    <button
      type="button"
      className={styles.cell}
      data-level={levelOf(sum.rate) ?? undefined}
      data-missing={isMissing || undefined}
      onClick={onOpen}
    >
      <span className="visually-hidden">{label}: </span>
      {isMissing && !(measure.isPoints && sum.points !== 0) ? <Text size="xs">missing</Text> : measure.show(sum)}
      <span className="visually-hidden">{restText(sum, measure)}</span>
    </button>
  );
}

/** What is said after the number that is seen. */
function restText(sum: HistorySum, { isPoints }: Measure): string {
  return `${isPoints ? " points" : `, ${plural(sum.points, "point")}`}, ${metText(sum)}`;
}

interface SumCellProps {
  context: HistoryContext;
  sum: HistorySum;
  title: string;
  change: Parameters<HistoryContext["onExplain"]>[0]["change"];
}

/** A total, which explains itself. */
function SumCell({ context, sum, title, change }: SumCellProps) {
  const measure = toMeasure(context);
  return (
    <td className={styles.sum}>
      <button type="button" onClick={() => context.onExplain({ title, sum, change })}>
        <span className="visually-hidden">{title}, all: </span>
        {measure.show(sum)}
        <span className="visually-hidden">{restText(sum, measure)}. How this is calculated</span>
      </button>
    </td>
  );
}

/** Stands in for the rows out of sight. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

/** The sums of each row, where there are any. */
function tableOf({ cells }: Summary): (HistorySum | undefined)[][] {
  const table: (HistorySum | undefined)[][] = [];
  for (const cell of cells) (table[cell.row] ??= [])[cell.column] = cell;
  return table;
}

/** To the cell, where it is one; else to the entries behind it. */
function toCellOrEntries(context: HistoryContext, period: Period, row: SumRow, column: SumRow) {
  const activity = onlyActivity(context);
  if (period === "day" && activity) {
    return { cell: toCell({ day: column.key, member_id: row.key, activity_id: activity.id }) };
  }
  const range = periodRange(period, column.key, context.range);
  return { ...allEntries, members: [row.key], range: "custom" as const, ...range };
}
