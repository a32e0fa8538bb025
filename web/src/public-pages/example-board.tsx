import { toNumberText } from "@clanhall/contract/rules/score-text";
import { Podium } from "./board/podium.tsx";
import { Avatar, PlayerName, RankChange, ScoreBar, Sparkline } from "./board/standings-row.tsx";

interface Standing {
  rank: number;
  /** Ranks won since the previous period; negative when they were lost. */
  change: number;
  player: string;
  initials: string;
  /** One of the avatar's colours. */
  tint: number;
  points: number;
  lastDays: number[];
}

/** The made-up clan of the landing page's scoreboard, best first. Two players share rank 2. */
const exampleStandings: Standing[] = [
  {
    rank: 1,
    change: 1,
    player: "Aelwyn",
    initials: "Ae",
    tint: 1,
    points: 4812,
    lastDays: [150, 165, 158, 170, 171, 148, 147, 186],
  },
  {
    rank: 2,
    change: -1,
    player: "Bram Ironfoot",
    initials: "BI",
    tint: 2,
    points: 4655,
    lastDays: [150, 146, 157, 149, 145, 158, 178, 174],
  },
  {
    rank: 2,
    change: 2,
    player: "Corvin",
    initials: "Co",
    tint: 3,
    points: 4655,
    lastDays: [160, 164, 166, 171, 165, 170, 140, 156],
  },
  {
    rank: 4,
    change: 0,
    player: "Dara",
    initials: "Da",
    tint: 4,
    points: 4102,
    lastDays: [166, 167, 152, 145, 136, 160, 152, 163],
  },
  {
    rank: 5,
    change: 3,
    player: "Elowen",
    initials: "El",
    tint: 5,
    points: 3988,
    lastDays: [132, 128, 143, 126, 141, 138, 130, 149],
  },
];

const largest = Math.max(...exampleStandings.map(({ points }) => points));
const steps = exampleStandings.slice(0, 3).map(({ rank, player, points, initials, tint }) => ({
  key: player,
  rank,
  name: player,
  score: toNumberText(points),
  initials,
  tint,
}));

/** A scoreboard as visitors of a shared link see it, with made-up players. */
export function ExampleBoard() {
  return (
    <figure className="board example">
      <div className="board-head">
        <div className="board-title">
          <p>Night Owls</p>
          <h2>November raid race</h2>
          <ul className="chips" aria-label="About this board">
            <li className="warm">Example</li>
            <li>1 – 30 Nov</li>
          </ul>
        </div>
        <Podium steps={steps} />
      </div>
      <table>
        <caption className="visually-hidden">Standings of the example scoreboard</caption>
        <thead>
          <tr>
            <th scope="col" className="rank">
              <span aria-hidden="true">#</span>
              <span className="visually-hidden">Rank</span>
            </th>
            <th scope="col" className="moved">
              Change
            </th>
            <th scope="col">Player</th>
            <th scope="col" className="trend">
              Last 8 days
            </th>
            <th scope="col" className="score">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {exampleStandings.map((standing) => (
            <StandingRow key={standing.player} standing={standing} />
          ))}
        </tbody>
      </table>
      <figcaption>An example with made-up players. Yours opens by link, without an account.</figcaption>
    </figure>
  );
}

function StandingRow({ standing }: { standing: Standing }) {
  const { rank, change, player, initials, tint, points, lastDays } = standing;
  return (
    <tr>
      <td className="rank">{rank}</td>
      <td>
        <RankChange change={change} />
      </td>
      <th scope="row">
        <span className="player">
          <Avatar initials={initials} tint={tint} />
          <PlayerName name={player} />
        </span>
      </th>
      <td className="trend">
        <Sparkline values={lastDays} />
        <span className="visually-hidden">
          from {lastDays[0]} to {lastDays.at(-1)} points a day
        </span>
      </td>
      <td className="score">
        {toNumberText(points)}
        <ScoreBar score={points} largest={largest} />
      </td>
    </tr>
  );
}
