import { Avatar, type AvatarProps } from "./avatar.tsx";
import { PlayerName } from "./player-name.tsx";

export interface PodiumStep extends AvatarProps {
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
        <li key={key} className={`place-${Math.min(rank, 3)}`}>
          <Avatar {...avatar} />
          <PlayerName name={name} />
          <span className="won">{score}</span>
          <span className="step">{rank}</span>
        </li>
      ))}
    </ol>
  );
}
