import { toScoreText } from "@clanhall/contract/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { initialsOf } from "@clanhall/contract/rules/avatar";
import { toDayLabel } from "./board-dates.ts";
import { Podium, type PodiumStep } from "./podium.tsx";
import { podiumPlaces } from "./podium-places.ts";

/** What the board is about, and who leads it. */
export function BoardHead({ standings }: { standings: PublicStandings }) {
  const { title, description, clan } = standings.board;
  const steps = standings.has_results ? toSteps(standings) : [];
  return (
    <header className="board board-head" data-part="head">
      <div className="board-title">
        <p dir="auto">{clan.name}</p>
        <h1 dir="auto">{title}</h1>
        {description && (
          <p className="about" dir="auto">
            {description}
          </p>
        )}
        <Chips standings={standings} />
      </div>
      {steps.length > 0 && <Podium steps={steps} />}
    </header>
  );
}

function Chips({ standings: { board, is_final } }: { standings: PublicStandings }) {
  const { period, reset_time, created_at, expires_at } = board;
  return (
    <ul className="chips">
      {(is_final || board.state === "ended") && <li className="final">Final result</li>}
      <li>
        {period.label} · {period.time_zone}, reset {reset_time}
      </li>
      <li>Created {toDayLabel(created_at, period.time_zone)}</li>
      {expires_at && <li className="warm">Expires {toDayLabel(expires_at, period.time_zone)}</li>}
    </ul>
  );
}

function toSteps({ board, rows, activities }: PublicStandings): PodiumStep[] {
  return podiumPlaces(rows).map(({ rank, players, row }) => {
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
