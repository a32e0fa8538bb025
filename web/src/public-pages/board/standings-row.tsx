import { initialsOf } from "@clanhall/contract/rules/avatar";
import { type AmountText, toAmountText, toScoreText } from "@clanhall/contract/rules/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import type { BoardLayout } from "./layout.ts";

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
  if (unit.length < 2) return unit ? `${amount} ${unit}` : amount;
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
