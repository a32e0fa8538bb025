import type { MemberDaySum, MemberFigures, MemberPage } from "@clanhall/contract/member-page";
import { addDays, daysOf, startOfWeek, weekdayOf, weekdays } from "@clanhall/contract/rules/clan-day";
import { type KeyboardEvent, useState } from "react";
import { formatPoints } from "../../domain/formats.ts";
import { formatClanDate, formatMonth, formatNumber, formatShort } from "../../lib/format.ts";
import { useIsPhone } from "../../lib/media.ts";
import { DataTable } from "../../ui/table.tsx";
import { IconButton } from "../../ui/core/button.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { PlayerCard, type PlayerView } from "./figures.tsx";
import styles from "./player.module.css";

const modes = { points: "Points", met: "Met" };
type Mode = keyof typeof modes;

interface CalendarCardProps {
  page: MemberPage;
  figures: MemberFigures;
  view: PlayerView;
}

/** A day as it is drawn. */
interface Day {
  day: string;
  sum: MemberDaySum | undefined;
  state: "away" | "missed" | "none" | 1 | 2 | 3 | 4;
}

/** Half a year of days: in one picture, or on a phone month by month. */
export function CalendarCard({ page, figures: { calendar }, view }: CalendarCardProps) {
  const [mode, setMode] = useState<Mode>("points");
  const isPhone = useIsPhone();
  const sums = new Map(calendar.days.map((sum) => [sum.day, sum]));
  const most = Math.max(0, ...calendar.days.map(({ points }) => points));
  const toDay = (day: string): Day => {
    const sum = sums.get(day);
    const isAway = page.member.away.some(({ from, to }) => from <= day && day <= to);
    return { day, sum, state: sum ? stateOf(sum, mode, most, page.clan_date) : isAway ? "away" : "none" };
  };
  const drawn = { mode, weekStart: page.week_start, calendar, toDay, onOpen: openDay(view) };
  return (
    <PlayerCard
      title="Calendar"
      beside={<ViewSwitch label="What is shown" options={modes} value={mode} onChange={setMode} />}
    >
      {isPhone ? <MonthGrid {...drawn} /> : <WeekGrid {...drawn} />}
      <Row between gap={2} align="start" className={styles.calendarFoot}>
        <Legend mode={mode} />
        <DataTable
          caption="Day by day"
          head={["Day", "Points", "Due", "Met", "Missing", "Excused"]}
          rows={calendar.days
            .toReversed()
            .map(({ day, ...sum }) => [
              formatClanDate(day),
              ...[sum.points, sum.due, sum.met, sum.missing, sum.excused].map((number) => formatNumber(number)),
            ])}
        />
      </Row>
    </PlayerCard>
  );
}

function openDay({ onExplain }: PlayerView) {
  return (day: string) => onExplain({ title: formatClanDate(day), from: day, to: day });
}

/** Today can still be met, so it is not missed. */
function stateOf(sum: MemberDaySum, mode: Mode, most: number, today: string): Day["state"] {
  const counted = sum.due - sum.excused;
  const amount = mode === "points" ? sum.points / (most || 1) : sum.met / Math.max(1, counted);
  if (amount > 0) return Math.min(4, Math.ceil(amount * 4)) as 1 | 2 | 3 | 4;
  if (counted > 0 && sum.met === 0 && sum.day < today) return "missed";
  return sum.met > 0 ? 1 : "none";
}

interface GridProps {
  mode: Mode;
  weekStart: number;
  calendar: MemberFigures["calendar"];
  toDay: (day: string) => Day;
  onOpen: (day: string) => void;
}

/** A column for each week. The arrow keys go from day to day. */
function WeekGrid({ weekStart, calendar: { from, to }, toDay, onOpen }: GridProps) {
  const weeks = daysOf({ from, to }).filter((day) => startOfWeek(day, weekStart) === day);
  const names = [...weekdays.slice(weekStart - 1), ...weekdays.slice(0, weekStart - 1)];
  const [chosen, setChosen] = useState<string | null>(null);
  const opened = daysOf({ from, to }).filter((day) => toDay(day).sum);
  const current = opened.find((day) => day === chosen) ?? opened.at(-1);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens for the buttons in it
    <div
      className={styles.weeks}
      role="group"
      aria-label="Days"
      onKeyDown={(event) => setChosen(moveByKey(event) ?? chosen)}
    >
      {weeks.map((week, index) => {
        const isFirst = index === 0 ? false : week.slice(5, 7) !== weeks[index - 1]?.slice(5, 7);
        return (
          isFirst && (
            <span key={week} className={styles.month} style={{ gridColumn: index + 2 }} aria-hidden>
              {formatMonth(week).slice(0, 3)}
            </span>
          )
        );
      })}
      {names.map((name, index) => (
        <span key={name} className={styles.weekday} style={{ gridRow: index + 2 }} aria-hidden>
          {index % 2 === 0 && name.slice(0, 3)}
        </span>
      ))}
      {daysOf({ from, to }).map((day, index) => (
        <DayCell
          key={day}
          day={toDay(day)}
          isCurrent={day === current}
          style={{ gridColumn: Math.floor(index / 7) + 2, gridRow: (index % 7) + 2 }}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

/** To the next day in that direction that can be opened. */
function moveByKey(event: KeyboardEvent<HTMLElement>): string | null {
  const step = steps[event.key];
  const from = (event.target as HTMLElement).dataset.day;
  if (step === undefined || from === undefined) return null;
  event.preventDefault();
  for (let day = addDays(from, step), tries = 0; tries < 60; day = addDays(day, step), tries += 1) {
    const found = event.currentTarget.querySelector<HTMLElement>(`button[data-day="${day}"]`);
    if (found) found.focus();
    if (found) return day;
  }
  return from;
}

interface DayCellProps {
  day: Day;
  /** The one that is reached by the tab key, where the others are reached by the arrows. */
  isCurrent?: boolean;
  style?: { gridColumn: number; gridRow: number };
  /** What stands in it, where there is room. */
  text?: string;
  onOpen: (day: string) => void;
}

function DayCell({ day: { day, sum, state }, isCurrent = true, style, text, onOpen }: DayCellProps) {
  const label = `${formatClanDate(day)}: ${sum ? sumText(sum) : state === "away" ? "away" : "nothing due"}`;
  const face = text !== undefined && (
    <>
      <small>{Number(day.slice(8))}</small> <span>{text}</span> <span className="visually-hidden">{label}</span>
    </>
  );
  if (!sum) {
    return (
      <span className={styles.day} data-state={state} title={label} {...(style && { style })}>
        {face}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.day}
      data-day={day}
      data-state={state}
      title={label}
      aria-label={text === undefined ? label : undefined}
      tabIndex={isCurrent ? 0 : -1}
      {...(style && { style })}
      onClick={() => onOpen(day)}
    >
      {face}
    </button>
  );
}

function sumText({ points, due, met, excused, missing }: MemberDaySum): string {
  const parts = [
    formatPoints(points),
    `${met} of ${due - excused} met`,
    missing > 0 && `${missing} missing`,
    excused > 0 && `${excused} excused`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** One month, with the way to those before it. */
function MonthGrid({ mode, weekStart, calendar: { from, to }, toDay, onOpen }: GridProps) {
  const months = [...new Set(daysOf({ from, to }).map((day) => day.slice(0, 7)))];
  const [at, setAt] = useState(months.length - 1);
  const month = months[at] ?? to.slice(0, 7);
  const end = addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);
  const days = daysOf({ from: `${month}-01`, to: end < to ? end : to });
  const offset = (weekdayOf(`${month}-01`) - weekStart + 7) % 7;
  const names = [...weekdays.slice(weekStart - 1), ...weekdays.slice(0, weekStart - 1)];
  return (
    <>
      <Row between gap={2}>
        <IconButton icon="chevron-left" label="Earlier month" disabled={at === 0} onClick={() => setAt(at - 1)} />
        <h3 aria-live="polite">{formatMonth(`${month}-01`)}</h3>
        <IconButton
          icon="chevron-right"
          label="Later month"
          disabled={at === months.length - 1}
          onClick={() => setAt(at + 1)}
        />
      </Row>
      <div className={styles.monthDays}>
        {names.map((name) => (
          <span key={name} className={styles.weekday} aria-hidden>
            {name.slice(0, 2)}
          </span>
        ))}
        {offset > 0 && <span style={{ gridColumn: `span ${offset}` }} />}
        {days.map((date) => {
          const day = toDay(date);
          return <DayCell key={date} day={day} text={dayText(day, mode)} onOpen={onOpen} />;
        })}
      </div>
    </>
  );
}

function dayText({ sum }: Day, mode: Mode): string {
  if (!sum) return "";
  return mode === "points" ? formatShort(Math.round(sum.points)) : `${sum.met}/${sum.due - sum.excused}`;
}

function Legend({ mode }: { mode: Mode }) {
  return (
    <Muted as="p" className={styles.legend}>
      missed <Swatch state="missed" />
      {([1, 2, 3, 4] as const).map((state) => (
        <Swatch key={state} state={state} />
      ))}{" "}
      {mode === "points" ? "most points" : "all met"} · <Swatch state="away" /> away · <Swatch state="none" /> not due
    </Muted>
  );
}

function Swatch({ state }: { state: Day["state"] }) {
  return <span className={styles.swatch} data-state={state} aria-hidden />;
}
