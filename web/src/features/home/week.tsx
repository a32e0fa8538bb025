import type { ClanHome, HomeDay } from "@clanhall/contract/clan-home";
import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { mayInClan } from "../../domain/permissions.ts";
import { formatClanDate, formatNumber, formatPercent } from "../../lib/format.ts";
import { DataTable } from "../../ui/charts/data-table.tsx";
import { BarLegend, type BarPart, StackedBar } from "../../ui/charts/stacked-bar.tsx";
import { Change } from "../../ui/change.tsx";
import { HomeCard } from "./card.tsx";
import styles from "./home.module.css";

const parts: Omit<BarPart, "count">[] = [
  { name: "met", tone: "good" },
  { name: "partly", tone: "part" },
  { name: "missed", tone: "bad" },
  { name: "not entered", tone: "blank" },
];

interface WeekCardProps {
  clan: ClanCard;
  week: ClanHome["week"];
  today: string;
}

/** One bar for each day of the clan week, as high as what was due and not excused. */
export function WeekCard({ clan, week, today }: WeekCardProps) {
  const { days, of } = week;
  const most = Math.max(...days.map(heightOf), 1);
  return (
    <HomeCard title={of === "clan" ? "This week" : "My week"} width={8} beside={<Comparison week={week} />}>
      <ol className={styles.week} aria-label="Days of the week">
        {days.map((day) => (
          <li key={day.day} aria-current={day.day === today ? "date" : undefined}>
            <DayBar clan={clan} day={day} today={today} share={heightOf(day) / most} />
          </li>
        ))}
      </ol>
      <div className={styles.weekFoot}>
        <BarLegend parts={parts} />
        <DataTable
          caption="Values by day"
          head={["Day", ...parts.map(({ name }) => name), "excused", "rate"]}
          rows={days
            .filter(({ day }) => day <= today)
            .map((day) => [
              formatClanDate(day.day),
              ...countParts(day).map(({ count }) => formatNumber(count)),
              formatNumber(day.excused),
              formatPercent(day.rate),
            ])}
        />
      </div>
    </HomeCard>
  );
}

function Comparison({ week: { rate, rate_before } }: Pick<WeekCardProps, "week">) {
  if (rate === null) return null;
  const change = rate_before === null ? null : Math.round((rate - rate_before) * 10) / 10;
  return (
    <small className={styles.comparison}>
      <strong>{formatPercent(rate)} met</strong>
      {change !== null && (
        <>
          {" "}
          <Change by={change} /> <span className={styles.muted}>on last week</span>
        </>
      )}
    </small>
  );
}

function heightOf({ due, excused }: HomeDay): number {
  return due - excused;
}

function countParts({ met, partly, missed, missing }: HomeDay): BarPart[] {
  const counts = [met, partly, missed, missing];
  return parts.map((part, index) => ({ ...part, count: counts[index] ?? 0 }));
}

interface DayBarProps {
  clan: ClanCard;
  day: HomeDay;
  today: string;
  /** Of the highest bar. */
  share: number;
}

/** Opens the day: to enter it for those who do, else in the history. */
function DayBar({ clan, day, today, share }: DayBarProps) {
  const label = formatClanDate(day.day);
  const [weekday = "", date = ""] = label.split(" ");
  const name = (
    <span className={styles.dayName}>
      {day.day === today ? "Today" : weekday} <span className={styles.wide}>{date}</span>
    </span>
  );
  if (day.day > today) return <span className={styles.day}>{name}</span>;
  const bar = (
    <>
      {day.rate !== null && <span className={styles.rate}>{formatPercent(day.rate, 0)}</span>}
      <span className={styles.column} style={{ height: `${share * 100}%` }}>
        {share > 0 && <StackedBar label={label} parts={countParts(day)} isUpright />}
      </span>
    </>
  );
  const toDay = mayInClan(clan, "settings.view")
    ? { to: pages.dailyActivity.path, search: { clan: clan.id, day: day.day } }
    : { to: pages.activityHistory.path, search: { clan: clan.id, from: day.day, to: day.day } };
  return (
    <Link {...toDay} className={styles.day}>
      <span className={styles.columns}>{bar}</span>
      {name}
    </Link>
  );
}
