import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { ReactNode } from "react";
import { RelativeTime } from "../../ui/relative-time.tsx";
import list from "../../ui/list.module.css";
import { LinkCell, StateChip, TitleCell, viewsOf } from "./board-cells.tsx";
import { measureName, periodText } from "./format.ts";

export interface BoardListProps {
  boards: Scoreboard[];
  now: number;
  /** Null for those who only read: links and views are no matter of theirs. */
  menuOf: ((board: Scoreboard) => ReactNode) | null;
}

export function BoardTable({ boards, now, menuOf }: BoardListProps) {
  return (
    <div className={list.frame}>
      <table className={list.table}>
        <caption className="unseen">Scoreboards, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Measure</th>
            <th scope="col">Period</th>
            <th scope="col">State</th>
            {menuOf && (
              <>
                <th scope="col">Link</th>
                <th scope="col" data-number>
                  Views
                </th>
              </>
            )}
            <th scope="col">Updated</th>
            {menuOf && (
              <th scope="col" className={list.menuCell}>
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {boards.map((board) => (
            <BoardRow key={board.id} board={board} now={now} menuOf={menuOf} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BoardRow({ board, now, menuOf }: Omit<BoardListProps, "boards"> & { board: Scoreboard }) {
  return (
    <tr>
      <th scope="row">
        <TitleCell board={board} />
      </th>
      <td>{measureName(board.measure)}</td>
      <td className={list.steady}>{periodText(board)}</td>
      <td>
        <StateChip state={board.state} />
      </td>
      {menuOf && (
        <>
          <td className={list.steady}>
            <LinkCell board={board} now={now} />
          </td>
          <td data-number>{viewsOf(board)}</td>
        </>
      )}
      <td className={list.steady}>
        <RelativeTime iso={board.updated_at} />
      </td>
      {menuOf && <td className={list.menuCell}>{menuOf(board)}</td>}
    </tr>
  );
}
