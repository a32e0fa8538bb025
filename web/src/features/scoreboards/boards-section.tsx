import type { ClanCard } from "@clanhall/contract/clans";
import { type Scoreboard, scoreboardsMax } from "@clanhall/contract/scoreboards";
import { useMediaQuery } from "../../lib/media.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { useNow } from "../../ui/use-now.ts";
import { ListProblem, NothingMatches } from "../../ui/list-states.tsx";
import list from "../../ui/list.module.css";
import { BoardCards } from "./board-cards.tsx";
import { BoardDialogs } from "./board-dialogs.tsx";
import { BoardMenu } from "./board-menu.tsx";
import { BoardQuestion, type Question } from "./board-question.tsx";
import { BoardTable } from "./board-table.tsx";
import type { BoardsAddress, BoardsChange } from "./boards-address.ts";
import { BoardsLoading, NoBoards, NobodyTold, ReadOnlyNote } from "./boards-states.tsx";
import { BoardsFilter, BoardsTools, filterBoards } from "./boards-tools.tsx";
import { boardsQuery } from "./scoreboards.api.ts";
import { type BoardActions, useBoardActions } from "./use-board-actions.ts";

interface BoardsSectionProps {
  clan: ClanCard;
  address: BoardsAddress;
  /** Narrows the list, as no new step back. */
  onFilter: (change: BoardsChange) => void;
  /** Opens something that going back closes again. */
  onShow: (change: BoardsChange) => void;
}

/** The boards of a clan and all that can be done to them. */
export function BoardsSection(props: BoardsSectionProps) {
  const boards = useQuery(boardsQuery(props.clan.id));
  if (boards.data === undefined) return <BoardsLoading query={boards} />;
  return <LoadedBoards {...props} boards={boards.data} />;
}

function LoadedBoards({ clan, address, boards, onFilter, onShow }: BoardsSectionProps & { boards: Scoreboard[] }) {
  const actions = useBoardActions(clan.id);
  const canEdit = mayInClan(clan, "clan.manage");
  const isManager = mayInClan(clan, "settings.view");
  const isFull = boards.length >= scoreboardsMax;
  return (
    <div className={list.section}>
      {canEdit && <BoardsTools hasBoards={boards.length > 0} isFull={isFull} onShow={onShow} />}
      {isManager && !canEdit && <ReadOnlyNote isDying={clan.deletes_at !== null} />}
      <ListProblem error={actions.problem} />
      {actions.isUnheard && <NobodyTold clanId={clan.id} />}
      {boards.length === 0 ? (
        <NoBoards clanId={clan.id} onMake={canEdit ? (make) => onShow({ make }) : null} />
      ) : (
        <>
          <BoardsFilter boards={boards} address={address} clanId={clan.id} onFilter={onFilter} />
          <FoundBoards
            boards={filterBoards(boards, address)}
            rights={isManager ? { canEdit, isFull } : null}
            actions={actions}
            onShow={onShow}
            onClear={() => onFilter({ state: null, q: "" })}
          />
        </>
      )}
      <BoardDialogs
        clanId={clan.id}
        boards={boards}
        address={address}
        canEdit={canEdit}
        onRestore={actions.restore}
        onAddress={onFilter}
      />
    </div>
  );
}

interface FoundBoardsProps {
  boards: Scoreboard[];
  /** Null for plain members. */
  rights: { canEdit: boolean; isFull: boolean } | null;
  actions: BoardActions;
  onShow: (change: BoardsChange) => void;
  onClear: () => void;
}

function FoundBoards({ boards, rights, actions, onShow, onClear }: FoundBoardsProps) {
  const isNarrow = useMediaQuery("(max-width: 61.99em)");
  const now = useNow();
  const [question, setQuestion] = useState<Question | null>(null);
  const menuOf =
    rights &&
    ((board: Scoreboard) => (
      <BoardMenu board={board} {...rights} actions={actions} onShow={onShow} onAsk={setQuestion} />
    ));
  const List = isNarrow ? BoardCards : BoardTable;
  return (
    <>
      {boards.length === 0 ? (
        <NothingMatches sentence="No board fits these filters." onClear={onClear} />
      ) : (
        <List boards={boards} now={now} menuOf={menuOf} />
      )}
      {question && <BoardQuestion question={question} actions={actions} onClose={() => setQuestion(null)} />}
    </>
  );
}
