import type { ClanHome, HomeDay } from "@clanhall/contract/clan-home";
import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { nothingDueText } from "../../domain/clan-day.tsx";
import { mayEnterOwn, mayInClan } from "../../domain/permissions.ts";
import { PlayerLink } from "../../domain/player-link.tsx";
import { formatClanDate, formatDuration, formatNumber, formatPercent, formatTime, plural } from "../../lib/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Row, Text } from "../../ui/core/layout.tsx";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { Change, Ring } from "../../ui/figures.tsx";
import { HomeCard, Name, Quiet } from "./card.tsx";
import styles from "./home.module.css";
import { Link } from "@tanstack/react-router";
import { DataTable } from "../../ui/table.tsx";
import { BarLegend, type BarPart, StackedBar } from "../../ui/charts/stacked-bar.tsx";

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
      <Row between tight className={styles.weekFoot}>
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
      </Row>
    </HomeCard>
  );
}

function Comparison({ week: { rate, rate_before } }: Pick<WeekCardProps, "week">) {
  if (rate === null) return null;
  const change = rate_before === null ? null : Math.round((rate - rate_before) * 10) / 10;
  return (
    <Text as="small" size="sm">
      <strong>{formatPercent(rate)} met</strong>
      {change !== null && (
        <>
          {" "}
          <Change by={change} /> <Quiet as="span">on last week</Quiet>
        </>
      )}
    </Text>
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
    <Text size="sm" weight={day.day === today ? 600 : undefined} wrap="never" className={styles.dayName}>
      {day.day === today ? "Today" : weekday} <span className={styles.wide}>{date}</span>
    </Text>
  );
  if (day.day > today) return <span className={styles.day}>{name}</span>;
  const bar = (
    <>
      {day.rate !== null && <strong className={styles.rate}>{formatPercent(day.rate, 0)}</strong>}
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

type Today = NonNullable<ClanHome["today"]>;

interface TodayCardProps {
  clan: ClanCard;
  today: Today;
  /** Active ones. */
  players: number;
  width: 4 | 6;
}

/** The clan's day for those who enter it, one's own for everybody else. */
export function TodayCard({ clan, today, players, width }: TodayCardProps) {
  const left = Date.parse(today.ends_at) - useNow();
  const isOwn = today.missing === null;
  return (
    <HomeCard
      title="Today"
      width={width}
      beside={
        <Row as="span" gap={2}>
          <Badge tone="success">Open</Badge>
          <Quiet>{left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}</Quiet>
        </Row>
      }
    >
      <Row nowrap gap={4} className={styles.progress}>
        {today.due > 0 && <Ring due={today.due} entered={today.entered} />}
        <p>
          <strong>{progressText(today)}</strong>
          <Quiet>{noteText(today, players)}</Quiet>
        </p>
      </Row>
      {isOwn ? <OwnDay clan={clan} today={today} /> : <MissingPlayers clan={clan} missing={today.missing} />}
      <Row as="p" gap={2} size="sm" dim className={`${styles.foot} ${styles.reset}`}>
        <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
          <path d="M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3.5 2" />
        </svg>
        {resetText(today)}
      </Row>
    </HomeCard>
  );
}

function progressText({ due, entered }: Today): string {
  if (due === 0) return "Nothing is due today";
  return `${formatNumber(entered)} of ${plural(due, "value")}`;
}

function noteText({ due, entered, missing, nothing_due, clan_date }: Today, players: number): string {
  if (due === 0) return nothing_due ? nothingDueText(nothing_due, clan_date) : "";
  if (players === 1) return "Only you are on the roster yet";
  if (entered >= due) return missing ? "Everything is entered" : "Nothing is left for today";
  const left = formatNumber(due - entered);
  return missing ? `${left} missing from ${plural(missing.count, "player")}` : `${left} still due`;
}

/** "Next reset 08:00 UTC, 09:00 for you". */
function resetText({ ends_at, time_zone }: Today): string {
  const at = new Date(ends_at);
  const [clan, mine] = [formatTime(at, time_zone), formatTime(at)];
  return `Next reset ${clan}${clan.startsWith(mine) ? "" : `, ${mine} for you`}`;
}

function MissingPlayers({ clan, missing }: { clan: ClanCard; missing: Today["missing"] }) {
  const { count, players } = missing ?? { count: 0, players: [] };
  const rest = count - players.length;
  return (
    <>
      {count > 0 && (
        <ul className={styles.rows}>
          {players.map(({ member_id, name, tint, missing: values }) => (
            <li key={member_id}>
              <Avatar name={name} color={tint} size={24} />
              <Name>
                <PlayerLink memberId={member_id}>{name}</PlayerLink>
              </Name>
              <Text size="sm" wrap="never" className={styles.missing}>
                {formatNumber(values)} missing
              </Text>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <TextLink strong to={pages.dailyActivity.path} search={{ clan: clan.id, missing: true }}>
          and {formatNumber(rest)} more
        </TextLink>
      )}
      {mayInClan(clan, "clan.manage") && <EnterLink clan={clan} isForPhones />}
    </>
  );
}

function OwnDay({ clan, today: { still_due } }: { clan: ClanCard; today: Today }) {
  if (!still_due || still_due.length === 0) return null;
  return (
    <>
      <ul className={styles.rows} aria-label="Still due today">
        {still_due.map(({ activity_id, name, icon, color }) => (
          <li key={activity_id}>
            <IconBadge icon={icon} color={color} name={name} />
            <Name weight={500}>{name}</Name>
          </li>
        ))}
      </ul>
      {mayEnterOwn(clan, still_due) && <EnterLink clan={clan} />}
    </>
  );
}

function EnterLink({ clan, isForPhones }: { clan: ClanCard; isForPhones?: boolean }) {
  return (
    <ButtonLink
      variant="primary"
      className={isForPhones ? styles.onPhones : styles.enter}
      to={pages.dailyActivity.path}
      search={{ clan: clan.id }}
    >
      {isForPhones ? "Enter today" : "Enter"}
    </ButtonLink>
  );
}
