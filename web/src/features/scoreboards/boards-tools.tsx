import { pages } from "@clanhall/contract/pages";
import { type BoardState, boardStates, type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import { Link } from "@tanstack/react-router";
import buttons from "../../ui/button.module.css";
import { SearchBox } from "../../ui/search-box.tsx";
import form from "../../ui/form.module.css";
import list from "../../ui/list.module.css";
import tabs from "../../ui/tabs.module.css";
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
        <button type="button" className={buttons.primary} disabled={isFull} onClick={() => onShow({ make: "1" })}>
          New scoreboard
        </button>
      )}
      <button type="button" className={buttons.secondary} onClick={() => onShow({ show: "bin" })}>
        Bin
      </button>
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
      <nav className={tabs.tabs} aria-label="Scoreboards by state">
        <ul>
          <Tab name="All" state={null} count={found.length} current={address.state} clanId={clanId} />
          {states.map((state) => (
            <Tab
              key={state}
              name={stateNames[state]}
              state={state}
              count={found.filter((board) => board.state === state).length}
              current={address.state}
              clanId={clanId}
            />
          ))}
        </ul>
      </nav>
      {(boards.length >= searchFrom || address.q !== "") && (
        <SearchBox
          label="Search scoreboards"
          className={form.input}
          text={address.q}
          onSearch={(q) => onFilter({ q })}
        />
      )}
    </div>
  );
}

interface TabProps {
  name: string;
  state: BoardState | null;
  count: number;
  current: BoardState | null;
  clanId: string;
}

function Tab({ name, state, count, current, clanId }: TabProps) {
  return (
    <li>
      <Link
        className={tabs.tab}
        to={pages.scoreboards.path}
        search={(before: Record<string, unknown>) => ({ ...before, clan: clanId, state: state ?? undefined })}
        resetScroll={false}
        aria-current={state === current ? "page" : undefined}
        activeProps={{}}
      >
        {name} <span className={list.count}>{count}</span>
      </Link>
    </li>
  );
}

export function filterBoards(boards: Scoreboard[], { state, q }: BoardsAddress): Scoreboard[] {
  return boards.filter((board) => (state === null || board.state === state) && fitsText(board, q));
}

function fitsText({ title, description }: Scoreboard, q: string): boolean {
  return `${title}\n${description}`.toLowerCase().includes(q.toLowerCase());
}
