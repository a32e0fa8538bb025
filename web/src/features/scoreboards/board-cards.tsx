import { RelativeTime } from "../../ui/relative-time.tsx";
import { Fact } from "../../ui/fact.tsx";
import list from "../../ui/list.module.css";
import { LinkCell, StateChip, TitleCell, viewsOf } from "./board-cells.tsx";
import type { BoardListProps } from "./board-table.tsx";
import { measureName, periodText } from "./format.ts";

/** The boards on a phone: one card each. */
export function BoardCards({ boards, now, menuOf }: BoardListProps) {
  return (
    <ul className={list.cards} aria-label="Scoreboards, the newest first">
      {boards.map((board) => (
        <li key={board.id} className={list.card}>
          <div className={list.cardHead}>
            <TitleCell board={board} />
            <StateChip state={board.state} />
            {menuOf?.(board)}
          </div>
          <dl className={list.facts}>
            <Fact label="Measure">{measureName(board.measure)}</Fact>
            <Fact label="Period">{periodText(board)}</Fact>
            {menuOf && (
              <>
                <Fact label="Link">
                  <LinkCell board={board} now={now} />
                </Fact>
                <Fact label="Views">{viewsOf(board)}</Fact>
              </>
            )}
            <Fact label="Updated">
              <RelativeTime iso={board.updated_at} />
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}
