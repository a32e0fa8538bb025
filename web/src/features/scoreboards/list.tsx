import type { ClanCard } from "@clanhall/contract/clans";
import { boardStates, type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import { pages } from "@clanhall/contract/pages";
import { foldText } from "@clanhall/contract/rules/fold-text";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { toFileName } from "../../lib/files.ts";
import { saveCsv } from "../../ui/lists/csv-file.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { CsvButton, DataList, ListError, ReadOnlyNotice } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { ListSection } from "../../ui/list.tsx";
import { useSearchFilters, useSearchParams } from "../../ui/lists/search-filters.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { type BoardView, menuItems, useScoreboardActions } from "./actions.ts";
import { boardFileColumns, scoreboardColumns, stateNames } from "./columns.tsx";
import {
  BoardDialog,
  type DialogParams,
  dialogParams,
  findPageBoard,
  type Question,
  ScoreboardDialogs,
  ScoreboardQuestion,
  Unavailable,
} from "./dialogs.tsx";
import { boardsQuery } from "./api.ts";
import { BoardTools, NoScoreboards, NoWebhookNotice, ScoreboardTools } from "./tools.tsx";

const BoardPage = lazyDialog(async () => (await import("./board-page.tsx")).BoardPage);

const boardFilters = {
  state: { kind: "tabs", label: "Scoreboards by state", values: boardStates, names: stateNames },
  q: { kind: "text", label: "Search scoreboards" },
} as const;

/** Fewer boards are found by reading. */
const searchFrom = 9;

/** The boards of a clan, or one of them, and all that can be done to them. */
export function ScoreboardList({ clan }: { clan: ClanCard }) {
  const query = useQuery(boardsQuery(clan.id));
  const dialog = useSearchParams(dialogParams, { clan: clan.id });
  const [question, setQuestion] = useState<Question | null>(null);
  const actions = useScoreboardActions(clan.id);
  const { data: boards } = query;
  const canEdit = mayInClan(clan, "clan.manage");
  const isManager = mayInClan(clan, "settings.view");
  const isFull = (boards?.length ?? 0) >= scoreboardsMax;
  if (boards === undefined && hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  const onShow: typeof dialog.set = (change) => dialog.set(change, { isStep: true });
  const pageId = findPageBoard(dialog.values);
  const menuOf = (board: Scoreboard, onOpen: (what: BoardView) => void) =>
    menuItems({ board, canEdit, mainId: clan.main_board_id, isFull, actions, onOpen, onAsk: setQuestion });
  return (
    <ListSection>
      {canEdit && boards && pageId === null && (
        <ScoreboardTools hasBoards={boards.length > 0} isFull={isFull} onShow={onShow} />
      )}
      {isManager && !canEdit && (
        <ReadOnlyNotice isDeleted={clan.deletes_at !== null}>
          its boards can be read, but not changed, and their links show nothing.
        </ReadOnlyNotice>
      )}
      <ListError error={actions.error} />
      {actions.isUnposted && <NoWebhookNotice clanId={clan.id} />}
      {pageId === null ? (
        <AllBoards
          clan={clan}
          query={query}
          menu={
            isManager
              ? (board) => menuOf(board, (what) => onShow({ board: board.id, show: what === "standings" ? "" : what }))
              : null
          }
          onMake={canEdit ? (preset) => onShow({ make: preset }) : null}
        />
      ) : (
        <AsyncSection query={query} what="The scoreboard" lines={8}>
          {(all) => (
            <OneBoard
              clan={clan}
              board={all.find(({ id }) => id === pageId)}
              params={dialog}
              actions={actions}
              menuOf={isManager ? menuOf : null}
            />
          )}
        </AsyncSection>
      )}
      {boards && pageId === null && (
        <ScoreboardDialogs
          clanId={clan.id}
          boards={boards}
          params={dialog}
          canEdit={canEdit}
          onRestore={actions.restore}
        />
      )}
      {question && (
        <ScoreboardQuestion question={question} onConfirm={actions.confirmed} onClose={() => setQuestion(null)} />
      )}
    </ListSection>
  );
}

interface AllBoardsProps {
  clan: ClanCard;
  query: UseQueryResult<Scoreboard[]>;
  menu: ((board: Scoreboard) => ReturnType<typeof menuItems>) | null;
  onMake: ((preset: string) => void) | null;
}

function AllBoards({ clan, query, menu, onMake }: AllBoardsProps) {
  const filters = useSearchFilters(boardFilters, { clan: clan.id });
  const now = useNow();
  const { data: boards } = query;
  const hasBoards = boards !== undefined && boards.length > 0;
  const isManager = mayInClan(clan, "settings.view");
  const rows = boards?.filter((board) => isShown(board, filters.values)) ?? [];
  const save = () => saveCsv(`${toFileName(clan.name, "clan")}-scoreboards`, rows, boardFileColumns(now));
  return (
    <>
      {hasBoards && (
        <BoardFilters boards={boards} filters={filters}>
          {isManager && <CsvButton label="Export CSV" onSave={save} />}
        </BoardFilters>
      )}
      <DataList
        label="Scoreboards, the newest first"
        what="The scoreboards"
        query={query}
        rows={boards && rows}
        columns={scoreboardColumns(isManager, now)}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        filters={{
          ...filters,
          isFiltered: hasBoards && filters.isFiltered,
          noMatch: { sentence: "No scoreboards match these filters." },
        }}
        empty={<NoScoreboards clanId={clan.id} onMake={onMake} />}
        menu={menu}
      />
    </>
  );
}

interface OneBoardProps {
  clan: ClanCard;
  /** Undefined once it is gone. */
  board: Scoreboard | undefined;
  params: DialogParams;
  actions: ReturnType<typeof useScoreboardActions>;
  /** Null for those who only read. */
  menuOf: ((board: Scoreboard, onOpen: (what: BoardView) => void) => ReturnType<typeof menuItems>) | null;
}

/** A board's own page, with its dialogs above it. */
function OneBoard({ clan, board, params, actions, menuOf }: OneBoardProps) {
  const { period, over } = params.values;
  const canEdit = mayInClan(clan, "clan.manage");
  const all = (
    <div>
      <Link to={pages.scoreboards.path} search={{ clan: clan.id }} activeProps={{}}>
        All scoreboards
      </Link>
    </div>
  );
  if (!board) {
    return (
      <>
        {all}
        <Unavailable text="This scoreboard no longer exists." />
      </>
    );
  }
  const deleteBoard = (item: MenuItem) => {
    params.set({ board: "", show: "" });
    item.onSelect();
  };
  // Whoever deletes the board does not stay on its page.
  const leaving = (item: MenuItem) => (item.danger ? { ...item, onSelect: () => deleteBoard(item) } : item);
  const open = (what: BoardView) => params.set({ over: what === "standings" ? "" : what }, { isStep: true });
  return (
    <>
      {all}
      <BoardPage
        key={board.id}
        board={board}
        isMain={board.id === clan.current_main_board_id}
        period={period || null}
        onAddress={(change) => params.set({ period: change.period ?? "" })}
        tools={
          menuOf && (
            <BoardTools
              board={board}
              canEdit={canEdit}
              actions={actions}
              items={menuOf(board, open).map(leaving)}
              onOpen={open}
            />
          )
        }
      />
      {over !== "" && canEdit && (
        <BoardDialog clanId={clan.id} board={board} kind={over} onClose={() => params.set({ over: "" })} />
      )}
    </>
  );
}

type BoardFilters = ReturnType<typeof useSearchFilters<typeof boardFilters>>;

interface BoardFiltersProps {
  boards: Scoreboard[];
  filters: BoardFilters;
  children: ReactNode;
}

function BoardFilters({ boards, filters, children }: BoardFiltersProps) {
  const { state, q } = filters.values;
  const found = boards.filter((board) => isShown(board, { state: "", q }));
  // Only managers get archived boards; nobody else needs to hear of them.
  const states = boardStates.filter(
    (name) => name !== "archived" || state === name || boards.some((board) => board.state === name),
  );
  return (
    <FilterBar
      filters={filters}
      without={boards.length < searchFrom && q === "" ? ["q"] : []}
      options={{ state: states.map((value) => ({ value, label: stateNames[value] })) }}
      countOf={(_name, value) => found.filter((board) => value === "" || board.state === value).length}
    >
      {children}
    </FilterBar>
  );
}

function isShown({ state, title, description }: Scoreboard, wanted: BoardFilters["values"]): boolean {
  const text = foldText(`${title} ${description}`);
  return (wanted.state === "" || state === wanted.state) && text.includes(foldText(wanted.q));
}
