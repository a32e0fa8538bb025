import type { ManagedGame } from "@clanhall/contract/admin-games";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { useMediaQuery } from "../../lib/media.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { useReorder } from "../../ui/use-reorder.ts";
import { ListLoading } from "../../ui/list-states.tsx";
import list from "../../ui/list.module.css";
import { GameCards } from "./game-cards.tsx";
import { GameDialogs, type OpenDialog } from "./game-dialogs.tsx";
import { GameMenu } from "./game-menu.tsx";
import { GameTable } from "./game-table.tsx";
import { NoGames } from "./games-states.tsx";
import { GamesTools } from "./games-tools.tsx";
import { managedGamesQuery } from "./games.api.ts";
import { useGameActions } from "./use-game-actions.ts";

/** The catalogue in its order, and all that can be done to it. */
export function GamesSection() {
  const games = useQuery(managedGamesQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  if (games.data === undefined) return <ListLoading query={games} what="The games" rows={8} />;
  return (
    <div className={list.section}>
      <GamesTools games={games.data} onOpen={setDialog} />
      {games.data.length === 0 ? <NoGames onOpen={setDialog} /> : <GameList games={games.data} onOpen={setDialog} />}
      {dialog && <GameDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  );
}

interface GameListProps {
  games: ManagedGame[];
  onOpen: (dialog: OpenDialog) => void;
}

function GameList({ games, onOpen }: GameListProps) {
  const isNarrow = useMediaQuery("(max-width: 61.99em)");
  const [leaving, setLeaving] = useState<ManagedGame | null>(null);
  const actions = useGameActions();
  const byId = new Map(games.map((game) => [game.id, game]));
  const reorder = useReorder({
    ids: games.map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name ?? "",
    onMove: actions.putInOrder,
  });
  const rows = reorder.order.flatMap((id) => byId.get(id) ?? []);
  const menuOf = (game: ManagedGame) => (
    <GameMenu game={game} games={rows} onStep={reorder.step} onOpen={onOpen} onDelete={() => setLeaving(game)} />
  );
  const List = isNarrow ? GameCards : GameTable;
  return (
    <>
      <ErrorMessage error={actions.problem} />
      <List games={rows} reorder={reorder} menuOf={menuOf} onSwitch={actions.switchGame} />
      <p className="unseen" aria-live="assertive">
        {reorder.words}
      </p>
      {leaving && (
        <LazyConfirmDialog
          title={`Delete ${leaving.name}?`}
          action="Delete game"
          onConfirm={() => actions.remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>
            Its servers and templates go with it. A game that a clan plays cannot be deleted; switch it off instead.
          </p>
        </LazyConfirmDialog>
      )}
    </>
  );
}
