import { toNumberText } from "@clanhall/contract/score-text";
import { linePath, toScale } from "../../ui/charts/scale.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { scoreText } from "./format.ts";
import type { StandingRow, StandingRowsProps } from "./standings-rows.ts";
import styles from "./standings.module.css";

export function PlayerName({ row: { name, tint }, isOwn }: { row: StandingRow; isOwn: boolean }) {
  return (
    <span className={styles.player}>
      <Avatar name={name} color={tint} />
      <bdi title={name}>{name}</bdi>
      {isOwn && <span className={styles.you}>you</span>}
    </span>
  );
}

/** Places won or lost since the period before. */
export function RankChange({ row: { rank, previous_rank } }: { row: StandingRow }) {
  if (previous_rank === null) return <span className={styles.change}>new</span>;
  const places = previous_rank - rank;
  if (places === 0) {
    return (
      <span className={styles.change}>
        <span aria-hidden>–</span>
        <span className="unseen">same place</span>
      </span>
    );
  }
  return (
    <span className={styles.change} data-up={places > 0 || undefined} data-down={places < 0 || undefined}>
      <span aria-hidden>{places > 0 ? "▲" : "▼"}</span>
      <span className="unseen">{places > 0 ? "up" : "down"}</span> {Math.abs(places)}
    </span>
  );
}

const size = { width: 80, height: 26, edge: 4 };

/** The last days as a small line; its numbers are said to those who cannot see it. */
export function Trend({ values }: { values: StandingRow["trend"] }) {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return <span className={styles.quiet}>–</span>;
  const { width, height, edge } = size;
  const x = toScale([0, Math.max(1, values.length - 1)], [edge, width - edge]);
  const y = toScale([Math.min(...numbers), Math.max(...numbers)], [height - edge, edge]);
  const points = values.map((value, index) => (value === null ? null : { x: x(index), y: y(value) }));
  const last = points.findLast((point) => point !== null);
  const words = values.map((value) => (value === null ? "nothing" : toNumberText(value))).join(", ");
  return (
    <svg className={styles.trend} width={width} height={height} role="img" aria-label={`Last days: ${words}`}>
      <path d={linePath(points)} />
      <circle cx={last?.x} cy={last?.y} r="2.5" />
    </svg>
  );
}

/** "5 of 7": due cells that were met. */
export function metText({ days_met = 0, days_due = 0 }: StandingRow): string {
  return days_due === 0 ? "–" : `${toNumberText(days_met)} of ${toNumberText(days_due)}`;
}

interface ScoreProps extends Pick<StandingRowsProps, "standings" | "canExplain" | "onExplain"> {
  row: StandingRow;
}

/** Opens how it came about, for those who may know. */
export function Score({ row, standings, canExplain, onExplain }: ScoreProps) {
  const text = scoreText(row.score, standings.board.measure, standings.activities[0]);
  if (!canExplain(row.member_id)) return <strong className={styles.score}>{text}</strong>;
  return (
    <button type="button" className={styles.score} onClick={() => onExplain(row.member_id)}>
      {text}
      <span className="unseen">: how {row.name}’s score came about</span>
    </button>
  );
}
