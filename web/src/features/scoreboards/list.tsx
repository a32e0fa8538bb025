import type { ClanCard } from "@clanhall/contract/clans";
import { boardStates, type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { DataList, ListError, ReadOnlyNotice } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { ListSection } from "../../ui/list.tsx";
import { useSearchFilters, useSearchParams } from "../../ui/lists/search-filters.ts";
import { useNow } from "../../ui/relative-time.tsx";
import { menuItems, useScoreboardActions } from "./actions.ts";
import { scoreboardColumns, stateNames } from "./columns.tsx";
import { dialogParams, type Question, ScoreboardDialogs, ScoreboardQuestion } from "./dialogs.tsx";
import { boardsQuery } from "./api.ts";
import { NoScoreboards, NoWebhookNotice, ScoreboardTools } from "./tools.tsx";

const boardFilters = {
  state: { kind: "tabs", label: "Scoreboards by state", values: boardStates, names: stateNames },
  q: { kind: "text", label: "Search scoreboards" },
} as const;

/** Fewer boards are found by reading. */
const searchFrom = 9;

/** The boards of a clan and all that can be done to them. */
export function ScoreboardList({ clan }: { clan: ClanCard }) {
  const query = useQuery(boardsQuery(clan.id));
  const filters = useSearchFilters(boardFilters, { clan: clan.id });
  const dialog = useSearchParams(dialogParams, { clan: clan.id });
  const [question, setQuestion] = useState<Question | null>(null);
  const actions = useScoreboardActions(clan.id);
  const now = useNow();
  const { data: boards } = query;
  const canEdit = mayInClan(clan, "clan.manage");
  const isManager = mayInClan(clan, "settings.view");
  const isFull = (boards?.length ?? 0) >= scoreboardsMax;
  if (boards === undefined && hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  const onShow: typeof dialog.set = (change) => dialog.set(change, { isStep: true });
  const hasBoards = boards !== undefined && boards.length > 0;
  return (
    <ListSection>
      {canEdit && boards && <ScoreboardTools hasBoards={hasBoards} isFull={isFull} onShow={onShow} />}
      {isManager && !canEdit && (
        <ReadOnlyNotice isDeleted={clan.deletes_at !== null}>
          its boards can be read, but not changed, and their links show nothing.
        </ReadOnlyNotice>
      )}
      <ListError error={actions.error} />
      {actions.isUnposted && <NoWebhookNotice clanId={clan.id} />}
      {hasBoards && <BoardFilters boards={boards} filters={filters} />}
      <DataList
        label="Scoreboards, the newest first"
        what="The scoreboards"
        query={query}
        rows={boards?.filter((board) => isShown(board, filters.values))}
        columns={scoreboardColumns(isManager, now)}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        filters={{
          ...filters,
          isFiltered: hasBoards && filters.isFiltered,
          noMatch: { sentence: "No scoreboards match these filters." },
        }}
        empty={<NoScoreboards clanId={clan.id} onMake={canEdit ? (preset) => onShow({ make: preset }) : null} />}
        menu={
          isManager
            ? (board) =>
                menuItems({ board, canEdit, mainId: clan.main_board_id, isFull, actions, onShow, onAsk: setQuestion })
            : null
        }
      />
      {boards && (
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

type BoardFilters = ReturnType<typeof useSearchFilters<typeof boardFilters>>;

function BoardFilters({ boards, filters }: { boards: Scoreboard[]; filters: BoardFilters }) {
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
    />
  );
}

function isShown({ state, title, description }: Scoreboard, wanted: BoardFilters["values"]): boolean {
  const text = `${title}\n${description}`.toLowerCase();
  return (wanted.state === "" || state === wanted.state) && text.includes(wanted.q.toLowerCase());
}
