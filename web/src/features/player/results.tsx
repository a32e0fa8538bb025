import type { MemberFigures, MemberPage } from "@clanhall/contract/member-page";
import { Link } from "@tanstack/react-router";
import {
  formatClanDate,
  formatDate,
  formatNumber,
  formatOrdinal,
  formatPercent,
  formatRange,
  plural,
} from "../../lib/format.ts";
import { useElementWidth } from "../../lib/media.ts";
import { linePath, toScale } from "../../ui/charts/scale.ts";
import { Muted, Text } from "../../ui/core/layout.tsx";
import { belowText, PlayerCard, type PlayerView, toStandings } from "./figures.tsx";
import styles from "./player.module.css";
import { pages } from "@clanhall/contract/pages";
import type { ReactNode } from "react";
import { formatAmount, formatPoints } from "../../domain/formats.ts";
import { IconBadge } from "../../ui/icon-badge.tsx";

const height = 190;
const edge = { top: 14, right: 12, bottom: 34, left: 32 };

const periodNames: Partial<Record<string, string>> = { weekly: "weeks", monthly: "months" };

/** Where the player stood on the main board, the best on top. */
export function RanksCard({
  figures: { standing, ranks, records },
  view: { clan },
}: {
  figures: MemberFigures;
  view: PlayerView;
}) {
  if (!standing) return null;
  const { board, below_rank } = standing;
  const best = records.rank;
  const bestText = best && `${formatOrdinal(best.rank)}, ${formatRange(best.from, best.to)}`;
  const bestTo = best && toPeriod({ standing, ranks }, best, clan.id);
  return (
    <PlayerCard
      title="Place"
      beside={
        <Muted as="small">
          last {ranks.length > 1 && `${ranks.length} `}
          {periodNames[board.period.kind] ?? "periods"}
        </Muted>
      }
    >
      <RankLine
        ranks={ranks}
        now={board.period.kind === "weekly" ? "this week" : "now"}
        none={below_rank === null ? "Not on the board yet." : `This player is ${belowText(below_rank)}.`}
      />
      {best && <Muted as="p">Best: {bestTo ? <Link {...bestTo}>{bestText}</Link> : bestText}</Muted>}
    </PlayerCard>
  );
}

/** The standings of a period: the running one, or one whose result the board keeps. */
function toPeriod(
  { standing, ranks }: Pick<MemberFigures, "standing" | "ranks">,
  { from, is_frozen }: MemberFigures["ranks"][number],
  clanId: string,
) {
  const isRunning = ranks.at(-1)?.from === from;
  if (!standing || (!is_frozen && !isRunning)) return null;
  return toStandings(clanId, standing.board.id, is_frozen ? { period: from } : {});
}

interface RankLineProps {
  ranks: MemberFigures["ranks"];
  now: string;
  /** What stands where the player had no rank in any of them. */
  none: string;
}

function RankLine({ ranks, now, none }: RankLineProps) {
  const { ref, width: measured } = useElementWidth();
  const width = Math.max(200, measured || 300);
  const most = Math.max(2, ...ranks.map(({ players, rank }) => Math.max(players, rank ?? 0)));
  const x = toScale([0, Math.max(1, ranks.length - 1)], [edge.left, width - edge.right]);
  const y = toScale([1, most], [edge.top, height - edge.bottom]);
  const points = ranks.map(({ rank }, index) =>
    rank === null ? null : { x: x(ranks.length === 1 ? 1 : index), y: y(rank) },
  );
  if (points.every((point) => point === null)) return <Muted as="p">{none}</Muted>;
  const ticks = [...new Set([1, Math.round(most / 2), most])];
  return (
    <div ref={ref} className={styles.rankLine}>
      <svg width={width} height={height} role="img" aria-label={ranks.map(rankText).join(", ")}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} />
            <text x={edge.left - 10} y={y(tick)} dy="0.32em" textAnchor="end">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {ranks.length > 1 && (
          <text x={edge.left} y={height - 8}>
            {formatDate(ranks[0]?.from ?? null)}
          </text>
        )}
        <text x={width - edge.right} y={height - 8} textAnchor="end">
          {now}
        </text>
        <path d={linePath(points)} fill="none" stroke="var(--primary)" strokeWidth="2" strokeLinejoin="round" />
        {points.map((point, index) =>
          point === null ? null : (
            <circle key={point.x} cx={point.x} cy={point.y} r={index === points.length - 1 ? 5 : 3} />
          ),
        )}
      </svg>
    </div>
  );
}

function rankText({ from, to, rank, players }: MemberFigures["ranks"][number]): string {
  const text = rank === null ? "not on the board" : `${formatOrdinal(rank)} of ${formatNumber(players)}`;
  return `${formatRange(from, to)}: ${text}`;
}

interface RecordsCardProps {
  member: MemberPage["member"];
  figures: MemberFigures;
  view: PlayerView;
}

/** The best there ever was, each with the way to what it was made of. */
export function RecordsCard({ member, figures, view }: RecordsCardProps) {
  const { records, streak } = figures;
  const { day, week, values } = records;
  const explain = (title: string, range: { from: string; to: string }, text: string) => (
    <button type="button" onClick={() => view.onExplain({ ...range, title })}>
      {text}
    </button>
  );
  const best = streak.best;
  const rows: [name: string, when: string, value: ReactNode][] = [
    ...(day
      ? [
          row(
            "Best day",
            formatDate(day.day),
            explain(`Best day, ${formatClanDate(day.day)}`, { from: day.day, to: day.day }, formatPoints(day.points)),
          ),
        ]
      : []),
    ...(week
      ? [row("Best week", formatRange(week.from, week.to), explain("Best week", week, formatPoints(week.points)))]
      : []),
    ...(records.rank ? [rankRow(figures, records.rank, view)] : []),
    ...(best
      ? [
          row(
            "Longest streak",
            formatRange(best.from, best.to),
            explain("Longest streak", best, plural(best.days, "day")),
          ),
        ]
      : []),
    ...records.awards.map((award) =>
      row(
        award.title,
        award.season,
        <Link to={pages.scoreboards.path} search={{ clan: view.clan.id, view: "seasons" }}>
          {award.score}
        </Link>,
      ),
    ),
    ...values.map((record) =>
      row(
        `${record.name} in a day`,
        formatDate(record.day),
        <button
          type="button"
          onClick={() => view.onCell({ member_id: member.id, activity_id: record.activity_id, day: record.day })}
        >
          {formatAmount(record, record.value)}
        </button>,
      ),
    ),
  ];
  return (
    <PlayerCard title="Records">
      {rows.length === 0 ? (
        <Muted as="p">No values yet.</Muted>
      ) : (
        <dl className={`${styles.records} lined`}>
          {rows.map(([name, when, value]) => (
            <div key={`${name} ${when}`}>
              <dt>
                {name}
                <br />
                {when}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </PlayerCard>
  );
}

function row(name: string, when: string, value: ReactNode): [string, string, ReactNode] {
  return [name, when, value];
}

function rankRow(
  figures: MemberFigures,
  best: NonNullable<MemberFigures["records"]["rank"]>,
  { clan }: PlayerView,
): [string, string, ReactNode] {
  const text = `${formatOrdinal(best.rank)} of ${formatNumber(best.players)}`;
  const to = toPeriod(figures, best, clan.id);
  return row("Highest place", formatRange(best.from, best.to), to ? <Link {...to}>{text}</Link> : text);
}

type ActivityFigure = MemberFigures["activities"][number];

/** What a day came to on average, beside its target and the mean of the clan. */
export function ActivitiesCard({ figures: { activities, month }, view }: { figures: MemberFigures; view: PlayerView }) {
  return (
    <PlayerCard title="Activities, last 30 days" beside={<BarLegend />}>
      {activities.length === 0 ? (
        <Muted as="p">Nothing was due in these days.</Muted>
      ) : (
        <ul className={`${styles.activities} lined`}>
          {activities.map((activity) => (
            <li key={activity.activity_id}>
              <button
                type="button"
                onClick={() =>
                  view.onExplain({
                    ...month,
                    title: `${activity.name}, last 30 days`,
                    activityId: activity.activity_id,
                  })
                }
              >
                <IconBadge icon={activity.icon} color={activity.color} name={activity.name} />
                <span className={styles.activityName}>{activity.name}</span>
                <MeanBar activity={activity} />
                <Text dim size="sm" className={styles.mean}>
                  {meanText(activity)}
                </Text>
                <strong className={styles.met}>
                  {formatNumber(activity.met)} of {formatNumber(activity.due - activity.excused)}
                  <span className="visually-hidden"> met</span>
                </strong>
              </button>
            </li>
          ))}
        </ul>
      )}
    </PlayerCard>
  );
}

function BarLegend() {
  return (
    <Muted className={styles.barLegend}>
      <i className={styles.target} aria-hidden /> target <i className={styles.clanMean} aria-hidden /> clan mean
    </Muted>
  );
}

/** Something that is done or not is to be done every day. */
function targetOf({ target, value_type }: ActivityFigure): number | null {
  return value_type === "yes_no" ? 1 : target;
}

/** Green from the target on, amber from 60 % of it. */
function toneOf(activity: ActivityFigure): "good" | "part" | "bad" {
  const target = targetOf(activity);
  const mean = activity.mean ?? 0;
  if (target === null || target <= 0) return mean > 0 ? "good" : "bad";
  if (mean >= target) return "good";
  return mean >= target * 0.6 ? "part" : "bad";
}

function MeanBar({ activity }: { activity: ActivityFigure }) {
  const target = targetOf(activity);
  const { mean, clan_mean } = activity;
  const isShare = activity.value_type === "yes_no";
  const whole =
    Math.max(target === null ? 0 : target * (isShare ? 1.15 : 1.5), (mean ?? 0) * 1.05, (clan_mean ?? 0) * 1.05) || 1;
  const at = (value: number) => `${(Math.max(0, value) / whole) * 100}%`;
  return (
    <span className={styles.meanBar} aria-hidden>
      <b data-tone={toneOf(activity)} style={{ width: at(mean ?? 0) }} />
      {target !== null && <i className={styles.target} style={{ left: at(target) }} />}
      {clan_mean !== null && <i className={styles.clanMean} style={{ left: at(clan_mean) }} />}
    </span>
  );
}

/** "16 of 50", or a share of the days; in words the mean of the clan too. */
function meanText(activity: ActivityFigure) {
  const { mean, clan_mean, target, value_type } = activity;
  const text = (value: number) =>
    value_type === "yes_no"
      ? formatPercent(value * 100, 0)
      : formatAmount({ value_type, unit: "" }, Math.round(value * 10) / 10);
  return (
    <>
      {mean === null ? "—" : text(mean)}
      {target !== null && value_type !== "yes_no" && ` of ${text(target)}`}
      <span className={styles.aDay}> a day</span>
      {clan_mean !== null && <span className="visually-hidden">, clan mean {text(clan_mean)}</span>}
    </>
  );
}
