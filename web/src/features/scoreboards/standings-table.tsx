import { toNumberText } from "@clanhall/contract/score-text";
import type { Standings } from "@clanhall/contract/standings";
import { amountText, hasPoints } from "./format.ts";
import { metText, PlayerName, RankChange, Score, Trend } from "./standings-parts.tsx";
import type { StandingRow, StandingRowsProps } from "./standings-rows.ts";
import styles from "./standings.module.css";

/** The whole board, wide as it may be, in a frame that scrolls by itself. */
export function StandingsTable({ rows, hasColumn, ...view }: StandingRowsProps) {
  const { standings, ownId } = view;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the frame scrolls, so the keyboard has to reach it
    <section className={styles.frame} aria-label="Standings" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Place</th>
            {hasColumn("change") && <th scope="col">Change</th>}
            <th scope="col" className={styles.name}>
              Player
            </th>
            {hasColumn("trend") && <th scope="col">Trend</th>}
            {hasColumn("days_met") && (
              <th scope="col" data-number>
                Met
              </th>
            )}
            {hasColumn("activities") && <ActivityHeads standings={standings} />}
            <th scope="col" data-number className={styles.scoreCell}>
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.member_id} data-own={row.member_id === ownId || undefined}>
              <td className={styles.rank}>{row.rank}</td>
              {hasColumn("change") && (
                <td>
                  <RankChange row={row} />
                </td>
              )}
              <th scope="row" className={styles.name}>
                <PlayerName row={row} isOwn={row.member_id === ownId} />
              </th>
              {hasColumn("trend") && (
                <td>
                  <Trend values={row.trend} />
                </td>
              )}
              {hasColumn("days_met") && <td data-number>{metText(row)}</td>}
              {hasColumn("activities") && <ActivityCells row={row} standings={standings} />}
              <td data-number className={styles.scoreCell}>
                <Score row={row} {...view} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ActivityHeads({ standings: { activities } }: { standings: Standings }) {
  return activities.map(({ key, name }) => (
    <th key={key} scope="col" data-number>
      {name}
    </th>
  ));
}

/** Points where the board is about points, else what was done. */
function ActivityCells({ row, standings: { activities, board } }: { row: StandingRow; standings: Standings }) {
  const scores = new Map(row.per_activity?.map((score) => [score.activity, score]));
  return activities.map((activity) => {
    const { value = null, points = 0 } = scores.get(activity.key) ?? {};
    const amount = value === null ? "–" : amountText(activity, value);
    return (
      <td key={activity.key} data-number title={hasPoints(board.measure) ? amount : undefined}>
        {hasPoints(board.measure) ? toNumberText(points) : amount}
      </td>
    );
  });
}

/** What each player did, where the rows themselves have no room for it. */
export function ActivitiesTable({ rows, standings, ownId }: Pick<StandingRowsProps, "rows" | "standings" | "ownId">) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the frame scrolls, so the keyboard has to reach it
    <section className={styles.frame} aria-label="By activity" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              Player
            </th>
            <ActivityHeads standings={standings} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.member_id} data-own={row.member_id === ownId || undefined}>
              <th scope="row" className={styles.name}>
                <bdi>{row.name}</bdi>
              </th>
              <ActivityCells row={row} standings={standings} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
