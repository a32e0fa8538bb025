import { toNumberText } from "@clanhall/contract/score-text";
import { Avatar } from "./board/avatar.tsx";
import { PlayerName } from "./board/player-name.tsx";
import { Podium } from "./board/podium.tsx";
import { RankChange } from "./board/rank-change.tsx";
import { ScoreBar } from "./board/score-bar.tsx";
import { exampleStandings, type Standing } from "./example-standings.ts";
import { Sparkline } from "./sparkline.tsx";

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
        <caption className="unseen">Standings of the example scoreboard</caption>
        <thead>
          <tr>
            <th scope="col" className="rank">
              <span aria-hidden="true">#</span>
              <span className="unseen">Rank</span>
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
        <RankChange places={change} />
      </td>
      <th scope="row">
        <span className="player">
          <Avatar initials={initials} tint={tint} />
          <PlayerName name={player} />
        </span>
      </th>
      <td className="trend">
        <Sparkline values={lastDays} />
        <span className="unseen">
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
