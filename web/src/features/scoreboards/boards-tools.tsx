import { boardStates, type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import { Tabs } from "../../ui/tabs.tsx";
import { Button } from "../../ui/core/button.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import list from "../../ui/list.module.css";
import { stateNames } from "./board-cells.tsx";
import type { BoardsAddress, BoardsChange } from "./boards-address.ts";

/** Fewer boards are found by looking. */
const searchFrom = 9;

interface BoardsToolsProps {
  /** The first board is made further down. */
  hasBoards: boolean;
  isFull: boolean;
  onShow: (change: BoardsChange) => void;
}

export function BoardsTools({ hasBoards, isFull, onShow }: BoardsToolsProps) {
  return (
    <div className={list.tools}>
      {hasBoards && (
        <Button variant="primary" disabled={isFull} onClick={() => onShow({ make: "1" })}>
          New scoreboard
        </Button>
      )}
      <Button onClick={() => onShow({ show: "bin" })}>Bin</Button>
      {isFull && (
        <p role="status" className={list.note}>
          {scoreboardsMax} boards are as many as a clan can have. To make another, delete one first.
        </p>
      )}
    </div>
  );
}

interface BoardsFilterProps {
  boards: Scoreboard[];
  address: BoardsAddress;
  clanId: string;
  onFilter: (change: BoardsChange) => void;
}

export function BoardsFilter({ boards, address, clanId, onFilter }: BoardsFilterProps) {
  const found = boards.filter((board) => fitsText(board, address.q));
  // Only managers get archived boards; nobody else needs to hear of them.
  const states = boardStates.filter(
    (state) => state !== "archived" || boards.some((board) => board.state === state) || address.state === state,
  );
  return (
    <div className={list.filters}>
      <Tabs
        label="Scoreboards by state"
        items={[null, ...states].map((state) => ({
          key: state ?? "all",
          label: state ? stateNames[state] : "All",
          count: found.filter((board) => state === null || board.state === state).length,
          search: { clan: clanId, state: state ?? undefined },
        }))}
        current={address.state ?? "all"}
      />
      {(boards.length >= searchFrom || address.q !== "") && (
        <SearchBox label="Search scoreboards" text={address.q} onSearch={(q) => onFilter({ q })} />
      )}
    </div>
  );
}

export function filterBoards(boards: Scoreboard[], { state, q }: BoardsAddress): Scoreboard[] {
  return boards.filter((board) => (state === null || board.state === state) && fitsText(board, q));
}

function fitsText({ title, description }: Scoreboard, q: string): boolean {
  return `${title}\n${description}`.toLocaleLowerCase().includes(q.toLocaleLowerCase());
}
