import { exampleStandings, type Standing } from "./example-standings.ts";
import { Sparkline } from "./sparkline.tsx";

const highest = Math.max(...exampleStandings.map(({ points }) => points));

/** A scoreboard as visitors of a shared link see it, with made-up players. */
export function ExampleBoard() {
  return (
    <figure className="board">
      <div className="board-head">
        <div className="board-title">
          <p>Night Owls</p>
          <h2>November raid race</h2>
          <ul className="chips" aria-label="About this board">
            <li>Example</li>
            <li>1 – 30 Nov</li>
          </ul>
        </div>
        <Podium />
      </div>
      <table>
        <caption className="unseen">Standings of the example scoreboard</caption>
        <thead>
          <tr>
            <th scope="col">
              <span aria-hidden="true">#</span>
              <span className="unseen">Rank</span>
            </th>
            <th scope="col">Change</th>
            <th scope="col">Player</th>
            <th scope="col" className="trend">
              Last 8 days
            </th>
            <th scope="col">Points</th>
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

function Podium() {
  return (
    <ol className="podium">
      {exampleStandings.slice(0, 3).map(({ player, initials, tint, points, rank }) => (
        <li key={player}>
          <Avatar initials={initials} tint={tint} />
          <b>{player}</b>
          <span>{inThousands(points)}</span>
          <span className="step">{rank}</span>
        </li>
      ))}
    </ol>
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
          {player}
        </span>
      </th>
      <td className="trend">
        <Sparkline values={lastDays} />
        <span className="unseen">
          from {lastDays[0]} to {lastDays.at(-1)} points a day
        </span>
      </td>
      <td className="points">
        {inThousands(points)}
        <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
          <rect x={100 - share(points)} width={share(points)} height="3" />
        </svg>
      </td>
    </tr>
  );
}

function Avatar({ initials, tint }: Pick<Standing, "initials" | "tint">) {
  return (
    <span className={`avatar ${tint}`} aria-hidden="true">
      {initials}
    </span>
  );
}

function RankChange({ change }: { change: number }) {
  if (change === 0)
    return (
      <span className="same">
        –<span className="unseen"> no change</span>
      </span>
    );
  const places = Math.abs(change);
  return (
    <span className={change > 0 ? "up" : "down"}>
      <span aria-hidden="true">{change > 0 ? "▲" : "▼"}</span>
      <span className="unseen">{change > 0 ? "up" : "down"}</span> {places}
    </span>
  );
}

function share(points: number): number {
  return Math.round((points / highest) * 100);
}

function inThousands(points: number): string {
  return points.toLocaleString("en");
}
