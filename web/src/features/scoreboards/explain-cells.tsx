import { pages } from "@clanhall/contract/pages";
import { toNumberText } from "@clanhall/contract/score-text";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Explanation } from "@clanhall/contract/standings";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatClanDate, plural } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { valueText } from "./format.ts";
import { historySearch } from "./explain-words.ts";
import styles from "./explain.module.css";

type Cell = Explanation["cells"][number];

interface ExplainCellsProps {
  board: Scoreboard;
  explanation: Explanation;
}

const pageSize = 60;

/** Every cell that counted, the latest day first; each leads to its place in the history. */
export function ExplainCells({ board, explanation }: ExplainCellsProps) {
  const [shown, setShown] = useState(pageSize);
  const kinds = new Map(explanation.activities.map((activity) => [activity.activity_id, activity]));
  const cells = explanation.cells.toSorted((a, b) => b.day.localeCompare(a.day));
  if (cells.length === 0) return <p className={styles.quiet}>Nothing was due or entered in these days.</p>;
  return (
    <>
      <table className={styles.cells}>
        <caption>Day by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Activity</th>
            <th scope="col">Entry</th>
            <th scope="col" data-number>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.slice(0, shown).map((cell) => (
            <tr key={`${cell.day} ${cell.activity_id}`}>
              <td>{formatClanDate(cell.day)}</td>
              <td>{kinds.get(cell.activity_id)?.name}</td>
              <td>
                <Link
                  to={pages.activityHistory.path}
                  search={historySearch(
                    board,
                    { member_id: explanation.member_id, activities: [cell] },
                    { from: cell.day, to: cell.day },
                  )}
                >
                  {cell.value === null ? cell.state : valueText(kinds.get(cell.activity_id), cell.value)}
                </Link>{" "}
                <Outcome cell={cell} />
              </td>
              <td data-number>{toNumberText(cell.points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cells.length > shown && (
        <Button onClick={() => setShown(shown + pageSize * 4)}>Show more of {plural(cells.length, "cell")}</Button>
      )}
    </>
  );
}

function Outcome({ cell: { state, is_due: isDue, is_met: isMet } }: { cell: Cell }) {
  if (state !== "value") return null;
  if (!isDue) return <span className={styles.flag}>not due</span>;
  return (
    <span className={styles.flag} data-met={isMet || undefined}>
      {isMet ? "met" : "not met"}
    </span>
  );
}
