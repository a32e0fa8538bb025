import { initialsOf } from "@clanhall/contract/rules/avatar";
import { toScoreText } from "@clanhall/contract/rules/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { Avatar, type AvatarProps, PlayerName } from "./standings-row.tsx";

const stepCount = 3;

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
    const { amount, unit } = toScoreText(scoreAt(rows, rank), board.measure, activities[0]);
    const score = unit ? `${amount} ${unit}` : amount;
    if (!row) return { key: "level", rank, name: `${players} players`, score, initials: String(players), tint: null };
    const { member_key, name, tint } = row;
    return { key: member_key, rank, name, score, initials: initialsOf(name), tint };
  });
}

function scoreAt(rows: PublicStandings["rows"], rank: number): number {
  return rows.find((row) => row.rank === rank)?.score ?? 0;
}

/** A step of the podium: one player's, or shared by more players than there are steps left. */
type PodiumRank<Row> = { rank: number; players: 1; row: Row } | { rank: number; players: number; row: null };

/** The first three of rows sorted by rank. Whoever is level is shown alike: nobody is left off by the alphabet. */
export function podiumRanks<Row extends { rank: number }>(rows: Row[]): PodiumRank<Row>[] {
  const ranks: PodiumRank<Row>[] = [];
  for (let next = 0; next < rows.length && ranks.length < stepCount;) {
    const rank = rows[next]?.rank ?? 0;
    const level = rows.slice(next, endOfTie(rows, next));
    if (level.length > stepCount - ranks.length) return [...ranks, { rank, players: level.length, row: null }];
    ranks.push(...level.map((row) => ({ rank, players: 1 as const, row })));
    next += level.length;
  }
  return ranks;
}

function endOfTie(rows: { rank: number }[], first: number): number {
  const end = rows.findIndex(({ rank }, index) => index > first && rank !== rows[first]?.rank);
  return end === -1 ? rows.length : end;
}
