import type { HistorySum } from "@clanhall/contract/entry-history";
import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import {
  formatClanDate,
  formatMonth,
  formatNumber,
  formatPercent,
  formatShort,
  plural,
  weekdays,
} from "../../lib/format.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { DataTable } from "../../ui/charts/data-table.tsx";
import { AddressLink } from "./address-link.tsx";
import { summaryOf } from "./api.ts";
import { HistoryPart, NothingFound } from "./history-states.tsx";
import { levelOf, metText } from "./format.ts";
import { calendarFilter, type Look, seesAll } from "./context.tsx";
import { type Month, monthsOf } from "./month-weeks.ts";
import styles from "./views.module.css";

/** One player's days as a heat map. */
export function CalendarView({ look, players }: { look: Look; players: Member[] }) {
  const player = look.address.player ?? look.clan.member_id;
  const chosen = players.find(({ id }) => id === player);
  const query = useQuery(summaryOf(look.clan.id, calendarFilter(look), "day"));
  return (
    <div className={styles.card}>
      {seesAll(look) && (
        <div className={styles.choose}>
          <Combobox
            name="player"
            label="Player"
            value={player}
            valueText={chosen?.name ?? (player === look.clan.member_id ? "You" : "")}
            emptyText="No players found."
            options={players.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => look.onShow({ player: id })}
          />
        </div>
      )}
      <HistoryPart query={query}>
        {({ rows, totals }) => {
          if (totals.due === 0 && totals.entered === 0) return <NothingFound look={look} />;
          return <HeatMap look={look} player={player} sums={new Map(rows.map(({ key, sum }) => [key, sum]))} />;
        }}
      </HistoryPart>
    </div>
  );
}

interface HeatMapProps {
  look: Look;
  player: string;
  sums: Map<string, HistorySum>;
}

function HeatMap({ look, player, sums }: HeatMapProps) {
  const isPoints = look.address.shows === "points";
  const most = Math.max(0, ...[...sums.values()].map(({ points }) => points));
  const level = (sum: HistorySum) => (isPoints ? pointLevel(sum, most) : levelOf(sum.rate));
  return (
    <>
      <div className={styles.months}>
        {monthsOf(look.range, look.calendar.weekStart).map((month) => (
          <MonthBlock key={month.key} look={look} player={player} month={month} sums={sums} level={level} />
        ))}
      </div>
      <HeatLegend isPoints={isPoints} />
      <DataTable
        caption="Day by day"
        head={["Day", "Points", "Due", "Met", "Missing", "Excused", "Rate"]}
        rows={[...sums].map(([day, { points, due, met, missing, excused, rate }]) => [
          formatClanDate(day),
          ...[points, due, met, missing, excused].map((number) => formatNumber(number)),
          formatPercent(rate),
        ])}
      />
    </>
  );
}

interface MonthBlockProps extends HeatMapProps {
  month: Month;
  level: (sum: HistorySum) => number | null;
}

function MonthBlock({ look, player, month: { key, offset, days }, sums, level }: MonthBlockProps) {
  const { weekStart } = look.calendar;
  return (
    <section className={styles.month} aria-label={formatMonth(`${key}-01`)}>
      <h2>{formatMonth(`${key}-01`)}</h2>
      <div className={styles.week} aria-hidden>
        {[...weekdays.slice(weekStart - 1), ...weekdays.slice(0, weekStart - 1)].map((name) => (
          <span key={name}>{name.slice(0, 2)}</span>
        ))}
      </div>
      <div className={styles.days}>
        {offset > 0 && <span style={{ gridColumn: `span ${offset}` }} />}
        {days.map((day) => (
          <DayLink key={day} look={look} player={player} day={day} sum={sums.get(day)} level={level} />
        ))}
      </div>
    </section>
  );
}

interface DayLinkProps extends Pick<MonthBlockProps, "look" | "player" | "level"> {
  day: string;
  sum: HistorySum | undefined;
}

function DayLink({ look, player, day, sum, level }: DayLinkProps) {
  const isNothing = !sum || (sum.due === 0 && sum.entered === 0);
  const shown =
    look.address.shows === "points"
      ? formatShort(sum?.points ?? 0)
      : `${sum?.met}/${(sum?.due ?? 0) - (sum?.excused ?? 0)}`;
  const words = isNothing ? "nothing due" : `${metText(sum)}, ${plural(sum.points, "point")}`;
  return (
    <AddressLink
      address={look.address}
      change={{ view: "table", groupBy: null, members: [player], groups: [], range: "custom", from: day, to: day }}
      className={styles.day}
      level={isNothing ? null : level(sum)}
    >
      <small aria-hidden>{Number(day.slice(8))}</small>
      <span aria-hidden>{isNothing ? "" : shown}</span>
      <span className="unseen">
        {formatClanDate(day)}: {words}
      </span>
    </AddressLink>
  );
}

function HeatLegend({ isPoints }: { isPoints: boolean }) {
  const [low, high] = isPoints ? ["no points", "most points"] : ["nothing met", "all met"];
  return (
    <p className={styles.heatLegend}>
      {low}
      {[0, 1, 2, 3, 4].map((level) => (
        <span key={level} className={styles.swatch} data-level={level} aria-hidden />
      ))}
      {high}
    </p>
  );
}

/** In quarters of the best day. */
function pointLevel({ points }: HistorySum, most: number): number {
  return points <= 0 || most <= 0 ? 0 : Math.ceil((points / most) * 4);
}
