import { initialsOf } from "@clanhall/contract/rules/avatar";
import { podiumRanks } from "@clanhall/contract/rules/ranks";
import { toScoreText } from "@clanhall/contract/rules/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { Avatar, type AvatarProps, PlayerName } from "./standings-row.tsx";

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
