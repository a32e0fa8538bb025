import type { ClanCard } from "@clanhall/contract/clans";
import type { MyStanding, StandingBoard } from "@clanhall/contract/my-standing";
import { pages } from "@clanhall/contract/pages";
import { toScoreText } from "@clanhall/contract/rules/score-text";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import {
  formatClanDate,
  formatDate,
  formatDuration,
  formatNumber,
  formatPercent,
  formatRange,
  plural,
} from "../lib/format.ts";
import { CardTitle, Panel } from "../ui/card.tsx";
import { Change } from "../ui/figures.tsx";
import { ButtonLink } from "../ui/core/button.tsx";
import { TextLink } from "../ui/links.tsx";
import { Icon } from "../ui/core/icon.tsx";
import { Muted, Row, Text } from "../ui/core/layout.tsx";
import { MarkedName } from "../ui/icon-badge.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { useNow } from "../ui/relative-time.tsx";
import { ClanCrest } from "./clan-crest.tsx";
import { toPlayerPage, toStandings } from "./clan-screens.ts";
import { mayEnterOwn, mayInClan } from "./permissions.ts";
import styles from "./standing-card.module.css";

/** Most cards have neither. */
const StandingWarning = lazyDialog(async () => (await import("./request-dialogs.tsx")).StandingWarning);
const RequestAnswer = lazyDialog(async () => (await import("./request-dialogs.tsx")).RequestAnswer);

interface StandingCardProps {
  clan: ClanCard;
  standing: MyStanding;
  /** On a screen of the clan, which shows the day beside it. */
  isInClan?: boolean;
  /** Columns of twelve, where the cards stand on such. */
  width?: number;
}

/** How somebody is doing in a clan: rank, week, streak, and what is left for today. */
export function StandingCard({ clan, standing, isInClan, width }: StandingCardProps) {
  const id = useId();
  const { board, week, streak, today } = standing;
  const dayText = sayDay(today);
  return (
    <Panel as="section" gap={0} className={styles.card} data-width={width} aria-labelledby={id}>
      <Row nowrap between gap={3} className={styles.head}>
        {!isInClan && <ClanCrest clan={clan} />}
        <Text as="div" grow>
          <CardTitle id={id}>{isInClan ? "My standing" : clan.name}</CardTitle>
        </Text>
        <Link {...toPlayerPage(standing.member_id)} aria-label={`My page in ${clan.name}`}>
          My page
        </Link>
      </Row>
      <div className={styles.main}>
        <Rank board={board} />
        <DayLine days={week.days} />
        <Text as="p" dim size="sm" wrap="cut">
          {board && (
            <>
              <TextLink {...toStandings(clan.id, board.id)}>{board.title}</TextLink>
              <span className={styles.period}> · {formatRange(board.period.from, board.period.to)}</span>
            </>
          )}
        </Text>
        <Points week={week} />
      </div>
      <dl className={styles.facts}>
        <Fact name="Met this week" note={week.due > 0 && formatPercent((week.met / week.due) * 100, 0)}>
          {sayMet(standing)}
        </Fact>
        <Fact name="Streak" note={streak.best > 0 && `best ${formatNumber(streak.best)}`}>
          {plural(streak.days, "day")}
        </Fact>
        <NextAbove board={board} />
      </dl>
      {(!isInClan || dayText) && <Foot clan={clan} today={today} text={dayText} />}
      {standing.warning && (
        <div className={styles.foot} role="note">
          <StandingWarning warning={standing.warning} />
        </div>
      )}
      {standing.answer && (
        <Row className={styles.foot} role="status">
          <RequestAnswer clanId={clan.id} answer={standing.answer} />
        </Row>
      )}
    </Panel>
  );
}

function Rank({ board }: { board: StandingBoard | null }) {
  if (!board || board.rank === null) return <p className={styles.unranked}>{sayUnranked(board)}</p>;
  const { rank, ranked, previous_rank } = board;
  return (
    <Row as="p" gap={2} align="baseline" nowrap className={styles.rank}>
      <strong>{formatNumber(rank)}</strong> <Muted>of&nbsp;{formatNumber(ranked)}</Muted>{" "}
      {previous_rank !== null && <Change by={previous_rank - rank} />}
    </Row>
  );
}

function sayUnranked(board: StandingBoard | null): string {
  if (!board) return "No board yet";
  if (board.unranked === "due_days") {
    return `not ranked yet, ${board.due_days} of ${plural(board.min_due_days, "day")}`;
  }
  if (board.unranked === "not_included") return "not on this board";
  return board.unranked === "no_values" ? "no values yet" : "not ranked yet";
}

function Points({ week: { points, points_before } }: Pick<MyStanding, "week">) {
  return (
    <Text as="p" size="sm" wrap="never" className={styles.points}>
      <strong>{formatNumber(points)}</strong> <Muted>{Math.abs(points) === 1 ? "point" : "points"}</Muted>{" "}
      {points_before !== null && (
        <>
          <Change by={points - points_before} />
          <span className="visually-hidden"> on the same days of last week</span>
        </>
      )}
    </Text>
  );
}

const line = { width: 150, height: 38, edge: 4, steps: 6 };

/** The points of each day of the week so far, between the fewest and the most. */
function DayLine({ days }: { days: MyStanding["week"]["days"] }) {
  const amounts = days.map(({ points }) => points);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const dots = amounts.map((amount, index) => ({
    x: line.edge + (index / line.steps) * (line.width - 2 * line.edge),
    y: line.edge + (high > low ? (high - amount) / (high - low) : 0.5) * (line.height - 2 * line.edge),
  }));
  const path = dots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const last = dots.at(-1);
  return (
    <div className={styles.line}>
      <svg viewBox={`0 0 ${line.width} ${line.height}`} aria-hidden>
        {last && (
          <>
            <path
              className={styles.area}
              d={`M${line.edge} ${line.height}L${path}L${last.x.toFixed(1)} ${line.height}Z`}
            />
            <path className={styles.base} d={`M0 ${line.height - 0.5}H${line.width}`} />
            <path d={`M${path}`} />
            <circle cx={last.x} cy={last.y} r="3" />
          </>
        )}
      </svg>
      <span className="visually-hidden">
        Points by day: {days.map(({ day, points }) => `${formatClanDate(day)} ${formatNumber(points)}`).join(", ")}
      </span>
    </div>
  );
}

function Fact({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" size="xs">
        {name}
      </Text>
      <Row as="dd" nowrap gap={2} align="baseline" weight={600}>
        <Text wrap="cut">{children}</Text> {note && <Muted>{note}</Muted>}
      </Row>
    </div>
  );
}

function NextAbove({ board }: { board: StandingBoard | null }) {
  if (board?.above) {
    const { name, gap } = board.above;
    return (
      <Fact name="Next above" note={`${gap < 0 ? "−" : "+"}${sayScore(board, Math.abs(gap), "points")}`}>
        {name}
      </Fact>
    );
  }
  return <Fact name={board?.rank === 1 ? "First place" : "Next above"}>{sayLead(board)}</Fact>;
}

function sayLead(board: StandingBoard | null): string {
  if (board?.rank !== 1) return "–";
  if (board.lead === null) return "You are the only one ranked";
  return board.lead === 0 ? "Shared first place" : `You lead by ${sayScore(board, board.lead, "")}`;
}

/** An improvement is one of points. */
function sayScore({ measure, activity }: StandingBoard, score: number, points: string): string {
  const { amount, unit } = toScoreText(score, measure === "improvement" ? "points" : measure, activity ?? undefined);
  return `${amount} ${unit || points}`.trim();
}

/** What is due today counts once it is entered. */
function sayMet({ week: { met, due }, today }: MyStanding): string {
  if (due > 0) return `${formatNumber(met)} of ${formatNumber(due)}`;
  return today.still_due.length > 0 ? "nothing entered yet" : "nothing due yet";
}

type Today = MyStanding["today"];

/** What keeps anything from being due. */
function sayDay({ away_until, first_due_on }: Today): string | null {
  if (away_until) return `Away until ${formatDate(away_until)}: nothing is due`;
  return first_due_on ? `Your first due day is ${formatClanDate(first_due_on)}` : null;
}

const namedMax = 3;

function Foot({ clan, today, text }: { clan: ClanCard; today: Today; text: string | null }) {
  const { still_due, due, ends_at } = today;
  const left = Date.parse(ends_at) - useNow();
  const rest = <Muted className={styles.left}>{left > 0 ? `${formatDuration(left)} left` : "just ended"}</Muted>;
  if (text || still_due.length === 0) {
    return (
      <Row as="p" className={styles.foot} data-done>
        {!text && <Icon name="tick" size={20} />}
        {text ?? (due > 0 ? "Nothing is left for today." : "Nothing is due today.")}
        {!text && rest}
      </Row>
    );
  }
  const isSelf = mayEnterOwn(clan, still_due) && !mayInClan(clan, "clan.manage");
  const more = still_due.length - namedMax;
  return (
    <Row className={styles.foot}>
      <span>Still due today:</span>
      {still_due.slice(0, more === 1 ? namedMax + 1 : namedMax).map(({ activity_id, name, icon, color }) => (
        <Text key={activity_id} weight={500}>
          <MarkedName icon={icon} color={color} name={name} />
        </Text>
      ))}
      {more > 1 && <span>and {formatNumber(more)} more</span>}
      {isSelf ? (
        <ButtonLink
          variant="primary"
          size="sm"
          className={styles.left}
          to={pages.dailyActivity.path}
          search={{ clan: clan.id }}
          aria-label={`Enter today in ${clan.name}`}
        >
          Enter
        </ButtonLink>
      ) : (
        rest
      )}
    </Row>
  );
}
