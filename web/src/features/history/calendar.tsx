import { decimalsOf } from "@clanhall/contract/rules/score-text";
import { daysOf, weekdayOf, weekdays } from "@clanhall/contract/rules/clan-day";
import type { HistorySum } from "@clanhall/contract/entry-history";
import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { formatClanDate, formatMonth, formatNumber, formatShort, plural, formatFixed } from "../../lib/format.ts";
import { DataTable } from "../../ui/table.tsx";
import { Panel } from "../../ui/card.tsx";
import { Row, Text } from "../../ui/core/layout.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { allEntries, type Range } from "./address.ts";
import { summaryOf } from "./api.ts";
import { AddressLink, calendarFilter, type HistoryContext, HistoryPart, NothingFound, seesAll } from "./context.tsx";
import { levelOf, metText, formatRate, rateDecimals } from "./format.ts";
import styles from "./views.module.css";

/** One player's days as a heat map. */
export function CalendarView({ context, players }: { context: HistoryContext; players: Member[] }) {
  const player = context.address.player ?? context.clan.member_id;
  const chosen = players.find(({ id }) => id === player);
  const query = useQuery(summaryOf(context.clan.id, calendarFilter(context), "day"));
  return (
    <Panel gap={4}>
      {seesAll(context) && (
        <div className={styles.choose}>
          <Combobox
            name="player"
            label="Player"
            value={player}
            valueText={chosen?.name ?? (player === context.clan.member_id ? "You" : "")}
            emptyText="No players found."
            options={players.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => context.onShow({ player: id })}
          />
        </div>
      )}
      <HistoryPart query={query}>
        {({ rows, totals }) => {
          if (totals.due === 0 && totals.entered === 0) return <NothingFound context={context} />;
          return <HeatMap context={context} player={player} sums={new Map(rows.map(({ key, sum }) => [key, sum]))} />;
        }}
      </HistoryPart>
    </Panel>
  );
}

interface HeatMapProps {
  context: HistoryContext;
  player: string;
  sums: Map<string, HistorySum>;
}

function HeatMap({ context, player, sums }: HeatMapProps) {
  const isPoints = context.address.shows === "points";
  const most = Math.max(0, ...[...sums.values()].map(({ points }) => points));
  const level = (sum: HistorySum) => (isPoints ? pointLevel(sum, most) : levelOf(sum.rate));
  const all = [...sums.values()];
  const decimals = { points: decimalsOf(all.map(({ points }) => points)), rate: rateDecimals(all) };
  return (
    <>
      <div className={styles.months}>
        {monthsOf(context.range, context.calendar.weekStart).map((month) => (
          <MonthBlock key={month.key} context={context} player={player} month={month} sums={sums} level={level} />
        ))}
      </div>
      <HeatLegend isPoints={isPoints} />
      <DataTable
        caption="Day by day"
        head={["Day", "Points", "Due", "Met", "Missing", "Excused", "Rate"]}
        rows={[...sums].map(([day, { points, due, met, missing, excused, rate }]) => [
          formatClanDate(day),
          formatFixed(points, decimals.points),
          ...[due, met, missing, excused].map((number) => formatNumber(number)),
          formatRate(rate, decimals.rate),
        ])}
      />
    </>
  );
}

interface MonthBlockProps extends HeatMapProps {
  month: Month;
  level: (sum: HistorySum) => number | null;
}

function MonthBlock({ context, player, month: { key, offset, days }, sums, level }: MonthBlockProps) {
  const { weekStart } = context.calendar;
  return (
    <section className={styles.month} aria-label={formatMonth(`${key}-01`)}>
      <Text as="h2" size="lg">
        {formatMonth(`${key}-01`)}
      </Text>
      <Text as="div" dim size="xs" className={styles.week} aria-hidden>
        {[...weekdays.slice(weekStart - 1), ...weekdays.slice(0, weekStart - 1)].map((name) => (
          <span key={name}>{name.slice(0, 2)}</span>
        ))}
      </Text>
      <div className={styles.days}>
        {offset > 0 && <span style={{ gridColumn: `span ${offset}` }} />}
        {days.map((day) => (
          <DayLink key={day} context={context} player={player} day={day} sum={sums.get(day)} level={level} />
        ))}
      </div>
    </section>
  );
}

interface DayLinkProps extends Pick<MonthBlockProps, "context" | "player" | "level"> {
  day: string;
  sum: HistorySum | undefined;
}

function DayLink({ context, player, day, sum, level }: DayLinkProps) {
  const isNothing = !sum || (sum.due === 0 && sum.entered === 0);
  const shown =
    context.address.shows === "points"
      ? formatShort(sum?.points ?? 0)
      : `${sum?.met}/${(sum?.due ?? 0) - (sum?.excused ?? 0)}`;
  const text = isNothing ? "nothing due" : `${metText(sum)}, ${plural(sum.points, "point")}`;
  return (
    <AddressLink
      address={context.address}
      change={{ ...allEntries, members: [player], groups: [], range: "custom", from: day, to: day, withFormer: true }}
      className={styles.day}
      level={isNothing ? null : level(sum)}
    >
      <small aria-hidden>{Number(day.slice(8))}</small>
      <span aria-hidden>{isNothing ? "" : shown}</span>
      <span className="visually-hidden">
        {formatClanDate(day)}: {text}
      </span>
    </AddressLink>
  );
}

function HeatLegend({ isPoints }: { isPoints: boolean }) {
  const [low, high] = isPoints ? ["no points", "most points"] : ["nothing met", "all met"];
  return (
    <Row as="p" dim gap={2} size="sm">
      {low}
      {[0, 1, 2, 3, 4].map((level) => (
        <span key={level} className={styles.swatch} data-level={level} aria-hidden />
      ))}
      {high}
    </Row>
  );
}

/** In quarters of the best day. */
function pointLevel({ points }: HistorySum, most: number): number {
  return points <= 0 || most <= 0 ? 0 : Math.ceil((points / most) * 4);
}

interface Month {
  /** Such as `2026-03`. */
  key: string;
  /** How many weekdays stand empty before the first day. */
  offset: number;
  days: string[];
}

/** The days of a range as the months of a calendar, each cut where the range begins or ends. */
export function monthsOf(range: Range, weekStart: number): Month[] {
  const days = daysOf(range);
  const keys = [...new Set(days.map((day) => day.slice(0, 7)))];
  return keys.map((key) => {
    const within = days.filter((day) => day.startsWith(key));
    return { key, days: within, offset: (weekdayOf(within[0] ?? `${key}-01`) - weekStart + 7) % 7 };
  });
}
