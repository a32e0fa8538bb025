import { metText, PlayerName, RankChange, Score, Trend } from "./standings-parts.tsx";
import { ActivitiesTable } from "./standings-table.tsx";
import type { StandingRowsProps } from "./standings-rows.ts";
import styles from "./standings.module.css";

/** The board on a phone: two lines a player, and a table of its own for the activities. */
export function StandingsList({ rows, hasColumn, ...view }: StandingRowsProps) {
  const { standings, ownId } = view;
  const hasDetails = hasColumn("trend") || hasColumn("days_met");
  return (
    <>
      <ol className={styles.list} aria-label="Standings">
        {rows.map((row) => (
          <li key={row.member_id} data-own={row.member_id === ownId || undefined}>
            <span className={styles.place}>
              <span className={styles.rank}>{row.rank}</span>
              {hasColumn("change") && <RankChange row={row} />}
            </span>
            <span className={styles.who}>
              <PlayerName row={row} isOwn={row.member_id === ownId} />
              {hasDetails && (
                <span className={styles.details}>
                  {hasColumn("trend") && <Trend values={row.trend} />}
                  {hasColumn("days_met") && <span>{metText(row)} met</span>}
                </span>
              )}
            </span>
            <Score row={row} {...view} />
          </li>
        ))}
      </ol>
      {hasColumn("activities") && standings.activities.length > 0 && (
        <>
          <h3 className={styles.part}>By activity</h3>
          <ActivitiesTable rows={rows} standings={standings} ownId={ownId} />
        </>
      )}
    </>
  );
}
