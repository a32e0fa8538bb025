import { gamesMax, type ManagedGame } from "@clanhall/contract/admin-games";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatNumber, plural } from "../../lib/format.ts";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { CsvButton, DataList } from "../../ui/lists/data-list.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSection, ListTools } from "../../ui/list.tsx";
import { exportGamesFile, managedGamesQuery, useDeleteGame, useOrderGames, useSwitchGame } from "./api.ts";
import { gameColumns } from "./columns.tsx";
import { inUseText } from "./format.ts";
import { showToast } from "../../ui/toasts.ts";

const GameForm = lazyDialog(async () => (await import("./form.tsx")).GameForm);
const ImportDialog = lazyDialog(async () => (await import("./import.tsx")).GameImport);

/** What is open above the games. */
type OpenDialog = { kind: "add" } | { kind: "import" } | { kind: "edit" | "delete"; game: ManagedGame };

/** The catalogue in its order, and all that can be done to it. */
export function GameList() {
  const games = useQuery(managedGamesQuery);
  const actions = useGameActions();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <ListSection>
      {games.data && <Tools games={games.data} onOpen={setDialog} />}
      <ErrorMessage error={actions.error} />
      <DataList
        label="Games in their order"
        what="The games"
        query={games}
        rows={games.data}
        columns={gameColumns(actions.switchGame)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        empty={<NoGames onOpen={setDialog} />}
        menu={(game, moves) => [
          { label: "Edit", onSelect: () => setDialog({ kind: "edit", game }) },
          ...moves,
          ...(game.clans === 0
            ? [{ label: "Delete", onSelect: () => setDialog({ kind: "delete", game }), danger: true }]
            : []),
        ]}
        menuNote={({ clans }) => inUseText(clans)}
        order={actions.putInOrder}
      />
      {dialog && <GameDialogs dialog={dialog} onRemove={actions.remove} onClose={() => setDialog(null)} />}
    </ListSection>
  );
}

function Tools({ games, onOpen }: { games: ManagedGame[]; onOpen: (dialog: OpenDialog) => void }) {
  const isFull = games.length >= gamesMax;
  const active = games.filter(({ is_active }) => is_active).length;
  return (
    <ListTools
      count={
        <>
          {plural(games.length, "game")}, {formatNumber(active)} active
          {isFull && ". To add another, delete one first."}
        </>
      }
    >
      <Button variant="primary" disabled={isFull} onClick={() => onOpen({ kind: "add" })}>
        Add game
      </Button>
      <Button onClick={() => onOpen({ kind: "import" })}>Import file</Button>
      <CsvButton label="Export file" onSave={exportGamesFile} />
    </ListTools>
  );
}

function NoGames({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <EmptyState
      title="No games yet"
      actions={
        <>
          <Button variant="primary" onClick={() => onOpen({ kind: "add" })}>
            Add the first one
          </Button>
          <Button onClick={() => onOpen({ kind: "import" })}>Import a file</Button>
        </>
      }
    >
      A clan chooses its game from this list and gets its reset time and activities to begin with.
    </EmptyState>
  );
}

interface GameDialogsProps {
  dialog: OpenDialog;
  onRemove: (game: ManagedGame) => Promise<void>;
  onClose: () => void;
}

function GameDialogs({ dialog, onRemove, onClose }: GameDialogsProps) {
  if (dialog.kind === "edit") return <GameForm game={dialog.game} onClose={onClose} />;
  if (dialog.kind === "add") return <GameForm game={null} onClose={onClose} />;
  if (dialog.kind === "import") return <ImportDialog onClose={onClose} />;
  return (
    <LazyConfirmDialog
      title={`Delete ${dialog.game.name}?`}
      action="Delete game"
      onConfirm={() => onRemove(dialog.game)}
      onClose={onClose}
    >
      <p>Its servers and templates go with it. A game that a clan plays cannot be deleted; switch it off instead.</p>
    </LazyConfirmDialog>
  );
}

/** What is done to games of the list, each with a message. */
function useGameActions() {
  const activation = useSwitchGame();
  const deletion = useDeleteGame();
  const order = useOrderGames();
  const say = (message: string) => showToast({ kind: "success", message });
  return {
    error: activation.error ?? order.error,
    switchGame: (game: ManagedGame) => {
      order.reset();
      const message = game.is_active ? `${game.name} is switched off` : `${game.name} is active again`;
      activation.mutate(game, { onSuccess: () => say(message) });
    },
    /** Refused where a clan plays it: the dialog that asked shows why. */
    remove: async ({ id, name }: ManagedGame) => {
      await deletion.mutateAsync(id);
      say(`${name} deleted`);
    },
    /** Settles once the order is kept, or is not. */
    putInOrder: async (ids: string[]) => {
      activation.reset();
      await order.mutateAsync(ids).catch(() => undefined);
    },
  };
}
