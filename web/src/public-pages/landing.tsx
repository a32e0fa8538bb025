import type { ProductConfig } from "@clanhall/contract/system";
import type { ReactNode } from "react";
import { toNumberText } from "@clanhall/contract/rules/score-text";
import { Avatar, PlayerName, Podium, RankChange, ScoreBar, Sparkline } from "./board/standings-row.tsx";

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
function ExampleBoard() {
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
      <figcaption>An example with made-up players. Anyone with your link can open yours, no account needed.</figcaption>
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

/** Small drawings beside the landing page's features; each says nothing that its text does not say. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className="picture" viewBox="0 0 400 150" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      {children}
    </svg>
  );
}

const gridRows = [
  { y: 47, cells: ["Aelwyn", "264", "4", "2,711"] },
  { y: 81, cells: ["Bram", "803", "2", "3,886"] },
  { y: 115, cells: ["Corvin", "625", "1", ""] },
];
const gridColumns = [24, 196, 272, 364];

function GridPicture() {
  return (
    <Picture>
      <path className="paper" d="M12 25h376v124H12z" />
      <path className="pick" d="M116 25h168v102H116z" />
      <path className="line" d="M12 59h376M12 93h376M12 127h376M116 25v124M208 25v124M284 25v124M12 149V25h376v124" />
      <path
        className="hatch"
        d="M284 127l34-34M296 127l34-34M308 127l34-34M320 127l34-34M332 127l34-34M344 127l34-34M356 127l32-32M368 127l20-20"
      />
      {gridRows.map(({ y, cells }) =>
        cells.map((text, column) => (
          <text key={text} x={gridColumns[column]} y={y} textAnchor={column === 0 ? "start" : "end"}>
            {text}
          </text>
        )),
      )}
      <text className="warn" x="364" y="115" textAnchor="end">
        missing
      </text>
      <path className="outline" d="M116 25h168v102H116z" />
    </Picture>
  );
}

function LinkPicture() {
  return (
    <Picture>
      <path
        className="soft"
        d="M74 150V94a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v56zM242 150v-44a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v44z"
      />
      <path className="deep" d="M158 150V72a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v78z" />
      <rect className="paper edge" x="60" y="14" width="280" height="36" rx="18" />
      <path
        className="outline"
        d="M86 35l-3 3a5 5 0 0 1-7-7l5-5a5 5 0 0 1 7 0M83 30a5 5 0 0 0 7 0l5-5a5 5 0 0 0-7-7l-3 3"
        transform="translate(2 4)"
      />
      <text x="112" y="37">
        clan.example/scoreboard/…
      </text>
    </Picture>
  );
}

function InvitePicture() {
  return (
    <Picture>
      <circle className="deep" cx="200" cy="40" r="24" />
      <text className="on-deep" x="200" y="46" textAnchor="middle">
        Ka
      </text>
      {["4", "0", "7", "2", "9", "1"].map((digit, index) => (
        <g key={digit}>
          <rect className="paper edge" x={78 + index * 42} y="86" width="34" height="44" rx="8" />
          <text className="digit" x={95 + index * 42} y="115" textAnchor="middle">
            {digit}
          </text>
        </g>
      ))}
    </Picture>
  );
}

function BulletinPicture() {
  return (
    <Picture>
      <rect className="paper edge" x="44" y="22" width="312" height="140" rx="14" />
      <path className="deep" d="M322 36h14v3l-3 2v7l4 4v2h-7v8h-2v-8h-7v-2l4-4v-7l-3-2z" />
      <text className="title" x="66" y="58">
        Raid at eight, bring healers
      </text>
      <path className="words" d="M68 82h250M68 104h262M68 126h150" />
    </Picture>
  );
}

export function LandingPage({ config }: { config: ProductConfig }) {
  return (
    <div className="landing">
      <section className="hero">
        <div>
          <h1>Your clan’s numbers, off the spreadsheet</h1>
          <p className="lead">
            {config.product_name} is where your clan writes down who donated, fought and showed up each day, and shares
            one live scoreboard instead of another screenshot.
          </p>
          <EntryButtons signUp={config.sign_up} />
        </div>
        <ExampleBoard />
      </section>
      <FeatureList />
      <section className="trust">
        <h2>Numbers nobody has to argue about</h2>
        <ul>
          <li>
            <b>Excused is not absent.</b> Excused days, time away and a newcomer’s first days do not count against
            anyone, and a blank is never taken for a zero.
          </li>
          <li>
            <b>Every total explains itself.</b> One click shows the units, the points, the caps and who entered what.
          </li>
          <li>
            <b>What ended stays ended.</b> A finished scoreboard is frozen; new rules never move an old result.
          </li>
        </ul>
      </section>
      <FirstSteps productName={config.product_name} />
      <section className="closing">
        <h2>Start with today’s numbers</h2>
        <EntryButtons signUp={config.sign_up} />
      </section>
    </div>
  );
}

function EntryButtons({ signUp }: { signUp: boolean }) {
  return (
    <p className="actions">
      {signUp && (
        <a className="button" href="/signup">
          Sign Up
        </a>
      )}
      <a className={signUp ? "button plain" : "button"} href="/login">
        Login
      </a>
    </p>
  );
}

function FeatureList() {
  return (
    <section className="features">
      <h2>What it does every day</h2>
      <ul>
        <li>
          <GridPicture />
          <h3>A daily grid that works like your sheet</h3>
          <p>
            Paste a block from Excel or Sheets, move with the arrow keys, fill down, copy the previous day. Each cell
            saves itself and says so. The day ends when your game resets, in your clan’s time zone.
          </p>
        </li>
        <li>
          <LinkPicture />
          <h3>Scoreboards anyone can open</h3>
          <p>
            Rank by points, one activity, consistency, streak or improvement. The link opens on any phone, can expire or
            ask for a passcode, and stops working the moment you switch it off.
          </p>
        </li>
        <li>
          <InvitePicture />
          <h3>Players, and the people behind them</h3>
          <p>
            Keep the roster with roles, groups, time away and history. An invite link and a six-digit code tie a
            person’s account to their player.
          </p>
        </li>
        <li>
          <BulletinPicture />
          <h3>Bulletins that do not scroll away</h3>
          <p>
            Write to everyone or to your maintainers only. Pin it, schedule it, let it expire, and post it to Discord as
            well. Members find it on their dashboard.
          </p>
        </li>
      </ul>
    </section>
  );
}

function FirstSteps({ productName }: { productName: string }) {
  return (
    <section className="first-steps">
      <h2>From the spreadsheet to {productName}</h2>
      <ol>
        <li>
          <h3>Create your clan</h3>
          <p>Pick your game or set the time zone and reset hour yourself.</p>
        </li>
        <li>
          <h3>Bring your players</h3>
          <p>Paste the names or load a CSV. You see what is new, similar or wrong before anything is saved.</p>
        </li>
        <li>
          <h3>Choose what counts</h3>
          <p>Start from your game’s template, or set your own activities with points, caps and targets.</p>
        </li>
        <li>
          <h3>Enter a day, share the board</h3>
          <p>Paste today’s block, import past days, and send your clan the link.</p>
        </li>
      </ol>
    </section>
  );
}
