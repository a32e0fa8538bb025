import type { Measure } from "@clanhall/contract/scoreboard-drafts";
import type { PublicStandings } from "@clanhall/contract/standings";
import { type BoardLayout, boardLayout } from "./layout.ts";
import { StandingsRow } from "./standings-row.tsx";

const scoreHeads: Record<Exclude<Measure, "activity">, string> = {
  points: "Points",
  improvement: "Improvement",
  consistency: "Consistency",
  streak: "Streak",
};

export function StandingsTable({ standings }: { standings: PublicStandings }) {
  const { board, activities, rows } = standings;
  const layout = boardLayout(standings);
  const table = (
    <table className={classesOf(layout)}>
      <caption className="visually-hidden">Standings of {board.title}</caption>
      <thead>
        <tr>
          <th scope="col" className="rank">
            <span aria-hidden="true">#</span>
            <span className="visually-hidden">Rank</span>
          </th>
          {layout.change && (
            <th scope="col" className="moved">
              Change
            </th>
          )}
          <th scope="col" className="who">
            Player
          </th>
          {layout.trend && (
            <th scope="col" className="trend">
              {daysLabel(rows[0]?.trend.length ?? 0)}
            </th>
          )}
          {layout.activities.map(({ key, name }) => (
            <th key={key} scope="col" className="amount" dir="auto" title={name}>
              {name}
            </th>
          ))}
          {layout.days_met && (
            <th scope="col" className="met">
              {activities.length === 1 ? "Days met" : "Goals met"}
            </th>
          )}
          <th scope="col" className="score" dir="auto">
            {board.measure === "activity" ? (activities[0]?.name ?? "Score") : scoreHeads[board.measure]}
          </th>
        </tr>
      </thead>
      {layout.groups.map((group) => (
        <tbody key={group[0]?.member_key}>
          {group.map((row) => (
            <StandingsRow key={row.member_key} row={row} layout={layout} />
          ))}
        </tbody>
      ))}
    </table>
  );
  if (layout.activities.length === 0) return table;
  return (
    /* The frame scrolls, so it has to be reachable for those who scroll by keyboard. */
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="frame" aria-label="Standings by activity" tabIndex={0}>
      {table}
    </section>
  );
}

function classesOf({ isLong, groups }: BoardLayout): string | undefined {
  return [isLong && "long", groups.length > 1 && "groups"].filter(Boolean).join(" ") || undefined;
}

/** A period that has just begun has fewer days to draw. */
function daysLabel(days: number): string {
  return days === 1 ? "Last day" : `Last ${days} days`;
}
