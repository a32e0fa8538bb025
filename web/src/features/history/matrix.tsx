import type { HistorySum } from "@clanhall/contract/entry-history";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { plural } from "../../lib/format.ts";
import { toCell } from "./address.ts";
import { summaryOf, type Summary, type SumRow } from "./api.ts";
import { type Period, periodRange } from "./history-range.ts";
import { HistoryPart, NothingFound } from "./history-states.tsx";
import { levelOf, metText, shortPeriod } from "./format.ts";
import { chosenPeriod, type Look, onlyActivity } from "./context.tsx";
import styles from "./matrix.module.css";
import { toMeasure, type Measure } from "./measure.ts";

const rowHeight = 44;

/** Players by days, weeks or months. */
export function MatrixView({ look }: { look: Look }) {
  const period = chosenPeriod(look);
  const query = useQuery(summaryOf(look.clan.id, look.filter, "member", period));
  return (
    <HistoryPart query={query}>
      {(summary) =>
        summary.cells.length === 0 ? (
          <NothingFound look={look} />
        ) : (
          <Matrix look={look} period={period} summary={summary} />
        )
      }
    </HistoryPart>
  );
}

interface MatrixProps {
  look: Look;
  period: Period;
  summary: Summary;
}

function Matrix({ look, period, summary }: MatrixProps) {
  const { rows, columns } = summary;
  const frame = useRef<HTMLElement>(null);
  const measure = toMeasure(look);
  const cells = useMemo(() => tableOf(summary), [summary]);
  // oxlint-disable-next-line react/incompatible-library -- the list draws itself anew on every scroll, as it must
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const inSight = virtual.getVirtualItems();
  return (
    <div className={styles.card}>
      {/* The frame scrolls, so it has to be reachable for those who scroll by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={frame} className={styles.frame} aria-label="Players by period" tabIndex={0}>
        <table className={styles.matrix} aria-rowcount={rows.length + 2}>
          <Head look={look} period={period} summary={summary} />
          <tbody>
            <Gap height={inSight[0]?.start ?? 0} />
            {inSight.map(({ index }) => {
              const row = rows[index];
              const sums = cells[index] ?? [];
              return row && <Row key={row.key} index={index} {...{ look, period, row, columns, sums }} />;
            })}
            <Gap height={virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{measure.note} The darker a cell, the more of what was due was met.</p>
    </div>
  );
}

/** The names of the periods, and what all players come to in each. */
function Head({ look, period, summary: { columns, totals } }: MatrixProps) {
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
            look={look}
            sum={sum}
            title={label}
            change={{ range: "custom", ...periodRange(period, key, look.range) }}
          />
        ))}
        <SumCell look={look} sum={totals} title="All players" change={{}} />
      </tr>
    </thead>
  );
}

interface RowProps {
  look: Look;
  period: Period;
  index: number;
  row: SumRow;
  columns: SumRow[];
  sums: (HistorySum | undefined)[];
}

function Row({ look, period, index, row, columns, sums }: RowProps) {
  return (
    <tr aria-rowindex={index + 3}>
      <th scope="row">{row.label}</th>
      {columns.map((column, place) => (
        <td key={column.key}>
          <Cell
            sum={sums[place]}
            words={`${row.label}, ${column.label}`}
            measure={toMeasure(look)}
            onOpen={() => look.onShow(wayTo(look, period, row, column))}
          />
        </td>
      ))}
      <SumCell look={look} sum={row.sum} title={row.label} change={{ members: [row.key] }} />
    </tr>
  );
}

interface CellProps {
  sum: HistorySum | undefined;
  words: string;
  measure: Measure;
  onOpen: () => void;
}

function Cell({ sum, words, measure, onOpen }: CellProps) {
  if (!sum) return <span className={styles.none}>nothing due</span>;
  const isMissing = sum.entered === 0 && sum.excused === 0 && sum.missing > 0;
  return (
    <button
      type="button"
      className={styles.cell}
      data-level={levelOf(sum.rate) ?? undefined}
      data-missing={isMissing || undefined}
      onClick={onOpen}
    >
      <span className="unseen">{words}: </span>
      {isMissing && !(measure.isPoints && sum.points !== 0) ? <small>missing</small> : measure.show(sum)}
      <span className="unseen">{restWords(sum, measure)}</span>
    </button>
  );
}

/** What is said after the number that is seen. */
function restWords(sum: HistorySum, { isPoints }: Measure): string {
  return `${isPoints ? " points" : `, ${plural(sum.points, "point")}`}, ${metText(sum)}`;
}

interface SumCellProps {
  look: Look;
  sum: HistorySum;
  title: string;
  change: Parameters<Look["onExplain"]>[0]["change"];
}

/** A total, which explains itself. */
function SumCell({ look, sum, title, change }: SumCellProps) {
  const measure = toMeasure(look);
  return (
    <td className={styles.sum}>
      <button type="button" onClick={() => look.onExplain({ title, sum, change })}>
        <span className="unseen">{title}, all: </span>
        {measure.show(sum)}
        <span className="unseen">{restWords(sum, measure)}. How this comes about</span>
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
function wayTo(look: Look, period: Period, row: SumRow, column: SumRow) {
  const activity = onlyActivity(look);
  if (period === "day" && activity) {
    return { cell: toCell({ day: column.key, member_id: row.key, activity_id: activity.id }) };
  }
  const range = periodRange(period, column.key, look.range);
  return { view: "table" as const, groupBy: null, members: [row.key], range: "custom" as const, ...range };
}
