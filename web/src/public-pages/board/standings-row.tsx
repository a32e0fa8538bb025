import { avatarColors, initialsOf } from "@clanhall/contract/rules/avatar";
import {
  type AmountText,
  type Decimals,
  decimalsOf,
  inOneLine,
  scoreDecimals,
  toAmountText,
  toScoreText,
} from "@clanhall/contract/rules/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { podiumRanks } from "@clanhall/contract/rules/ranks";
import type { Measure } from "@clanhall/contract/scoreboard-drafts";

/** Letters of a score that fit beside a name on a narrow screen. */
const longest = 9;
const groupedFrom = 200;
const groupSize = 100;

/** What the rows of a board have in common. */
export interface BoardLayout {
  measure: Measure;
  /** The activity of a board of one. */
  activity: PublicStandings["activities"][number] | undefined;
  /** The score that fills a bar, whatever its sign. */
  largest: number;
  /** Of every score, so that they read as one column. */
  decimals: Decimals;
  /** Scores that need more of a narrow screen. */
  isLong: boolean;
  /** How much of a member's key tells the rows apart; all of it would make the page a good deal longer. */
  keyLength: number;
  change: boolean;
  trend: boolean;
  days_met: boolean;
  activities: (PublicStandings["activities"][number] & { decimals: Decimals })[];
  /** The rows; those of a long board in groups that the browser draws when they come into sight. */
  groups: PublicStandings["rows"][];
}

/** Only what the board allows; nobody is "new" where nobody was there before. */
export function boardLayout({ board, rows, activities }: PublicStandings): BoardLayout {
  const { columns, measure } = board;
  const shownActivities = columns.includes("activities") ? activities : [];
  const decimals = scoreDecimals(
    rows.map(({ score }) => score),
    measure,
  );
  const valuesOf = (key: string) =>
    rows.map(({ per_activity }) => per_activity?.find(({ activity }) => activity === key)?.value);
  return {
    measure,
    decimals,
    activity: activities[0],
    largest: rows.reduce((largest, { score }) => Math.max(largest, Math.abs(score)), 0),
    isLong: rows.some(({ score }) => toScoreText(score, measure, activities[0], decimals).amount.length > longest),
    keyLength: rows.length > 500 ? 8 : 4,
    change: columns.includes("change") && rows.some(({ previous_rank }) => previous_rank !== null),
    trend: columns.includes("trend"),
    days_met: columns.includes("days_met"),
    activities: shownActivities.map((activity) => ({ ...activity, decimals: decimalsOf(valuesOf(activity.key)) })),
    // Columns that take the width of what is in them cannot be grouped.
    groups: rows.length > groupedFrom && shownActivities.length === 0 ? inGroups(rows) : [rows],
  };
}

function inGroups<One>(rows: One[]): One[][] {
  return Array.from({ length: Math.ceil(rows.length / groupSize) }, (_, group) =>
    rows.slice(group * groupSize, (group + 1) * groupSize),
  );
}

type Row = PublicStandings["rows"][number];

export function StandingsRow({ row, layout }: { row: Row; layout: BoardLayout }) {
  const { rank, previous_rank, member_key, name, tint, score, days_met = 0, days_due = 0 } = row;
  return (
    <tr data-key={member_key.slice(0, layout.keyLength)}>
      <td className="rank">{rank}</td>
      {layout.change && (
        <td className="moved">
          <RankChange change={previous_rank === null ? null : previous_rank - rank} />
        </td>
      )}
      <th scope="row" className="who">
        <span className="player">
          <Avatar initials={initialsOf(name)} tint={tint} />
          <PlayerName name={name} />
        </span>
      </th>
      {layout.trend && <Trend values={row.trend} />}
      {layout.activities.map((activity) => {
        const value = row.per_activity?.find((own) => own.activity === activity.key)?.value ?? null;
        return (
          <td key={activity.key} className="amount">
            {value === null ? "–" : <Amount {...toAmountText(value, activity, activity.decimals)} />}
          </td>
        );
      })}
      {layout.days_met && (
        <td className="met">
          {days_met}/{days_due}
        </td>
      )}
      <td className="score">
        <Amount {...toScoreText(score, layout.measure, layout.activity, layout.decimals)} />
        <ScoreBar score={score} largest={layout.largest} />
      </td>
    </tr>
  );
}

/** A sign stands beside its number, a word may go below it. */
function Amount({ amount, unit }: AmountText) {
  if (unit.length < 2) return inOneLine({ amount, unit });
  return (
    <>
      {amount} <small dir="auto">{unit}</small>
    </>
  );
}

function Trend({ values }: { values: Row["trend"] }) {
  return (
    <td className="trend">
      <Sparkline values={values} />
      <span className="visually-hidden">{trendLabel(values)}</span>
    </td>
  );
}

/** The colours of avatars; the first of the eight is what one has without more. */
export const tintStyles = avatarColors
  .flatMap((color, tint) => (tint === 1 ? [] : `.tint-${tint}{background:${color}}`))
  .join("");

export interface AvatarProps {
  initials: string;
  /** The player's colour, 1 to 8, or 0 for a hidden name; null for several players at once. */
  tint: number | null;
}

/** Says nothing to screen readers: the name stands beside it. */
export function Avatar({ initials, tint }: AvatarProps) {
  return (
    <span className={`avatar tint-${tint ?? "many"}`} aria-hidden="true">
      {initials}
    </span>
  );
}

/** What is surely shown whole, even on the podium of a narrow screen. */
const surelyWhole = 10;

/** A name in its own direction of writing; one that may be cut off shows itself whole on a hover. */
export function PlayerName({ name }: { name: string }) {
  return (
    <span className="name" dir="auto" title={name.length > surelyWhole ? name : undefined}>
      {name}
    </span>
  );
}

/** Ranks won since the period before, negative when they were lost; null for whoever was not ranked then. */
export function RankChange({ change }: { change: number | null }) {
  if (change === null) return <span className="change">new</span>;
  if (change === 0) {
    return (
      <span className="change">
        –<span className="visually-hidden"> no change</span>
      </span>
    );
  }
  return (
    <span className={change > 0 ? "change up" : "change down"}>
      <span aria-hidden="true">{change > 0 ? "▲" : "▼"}</span>
      <span className="visually-hidden">{change > 0 ? "up" : "down"}</span> {Math.abs(change)}
    </span>
  );
}

/** A bar from the right, as long as the score's share of the largest one; decorative, the number stands above it. */
export function ScoreBar({ score, largest }: { score: number; largest: number }) {
  const length = largest > 0 ? Math.round((Math.abs(score) / largest) * 100) : 0;
  if (!(length > 0)) return null;
  return (
    <svg className={score < 0 ? "minus" : undefined} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M100 0V3H${100 - length}V0`} />
    </svg>
  );
}

/** As fine as the line has to be: with one digit for each number, long boards stay small. */
const levels = 9;

/** A small trend line with gaps where nothing counted; decorative, so what it says must be readable elsewhere. */
export function Sparkline({ values }: { values: (number | null)[] }) {
  const heights = toHeights(values);
  const last = heights.findLastIndex((height) => height !== null);
  if (last === -1) return null;
  const steps = Math.max(1, values.length - 1);
  return (
    <svg className="spark" viewBox={`0 0 ${steps} ${levels}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={toPath(heights)} />
      <path className="end" d={`M${last} ${heights[last]}h0`} />
    </svg>
  );
}

/** From 0 at the top. */
function toHeights(values: (number | null)[]): (number | null)[] {
  const numbers = values.filter((value) => value !== null);
  const low = Math.min(...numbers);
  const range = Math.max(...numbers) - low;
  return values.map((value) => {
    if (value === null) return null;
    return range > 0 ? Math.round(levels - ((value - low) / range) * levels) : Math.round(levels / 2);
  });
}

/** A value between two gaps is a line of no length, which round ends make a dot. */
function toPath(heights: (number | null)[]): string {
  return heights
    .map((height, day) => {
      if (height === null) return "";
      const isStart = (heights[day - 1] ?? null) === null;
      return `${isStart ? "M" : " "}${day} ${height}${isStart && (heights[day + 1] ?? null) === null ? "h0" : ""}`;
    })
    .join("");
}

/** What a trend line shows, for those who cannot see it: the later half of the days against the earlier. */
export function trendLabel(values: (number | null)[]): string {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length < 2) return "";
  const half = Math.floor(numbers.length / 2);
  const [before, after] = [mean(numbers.slice(0, half)), mean(numbers.slice(-half))];
  const slack = Math.max(Math.abs(before), Math.abs(after)) / 20;
  if (Math.abs(after - before) <= slack) return "steady";
  return after > before ? "rising" : "falling";
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

interface PodiumStep extends AvatarProps {
  key: string;
  rank: number;
  name: string;
  score: string;
}

/** In the order of the ranks; the styles put the first into the middle. */
export function Podium({ steps }: { steps: PodiumStep[] }) {
  return (
    <ol className="podium">
      {steps.map(({ key, rank, name, score, ...avatar }) => (
        <li key={key} className={`rank-${Math.min(rank, 3)}`}>
          <Avatar {...avatar} />
          <PlayerName name={name} />
          <span className="won">{score}</span>
          <span className="step">{rank}</span>
        </li>
      ))}
    </ol>
  );
}

export function podiumSteps({ board, rows, activities }: PublicStandings): PodiumStep[] {
  return podiumRanks(rows).map(({ rank, players, row }) => {
    const score = inOneLine(toScoreText(scoreAt(rows, rank), board.measure, activities[0]));
    if (!row) return { key: "level", rank, name: `${players} players`, score, initials: String(players), tint: null };
    const { member_key, name, tint } = row;
    return { key: member_key, rank, name, score, initials: initialsOf(name), tint };
  });
}

function scoreAt(rows: PublicStandings["rows"], rank: number): number {
  return rows.find((row) => row.rank === rank)?.score ?? 0;
}
