import { gamesMax, type ManagedGame } from "@clanhall/contract/admin-games";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mutateEach } from "../../lib/mutations.ts";
import { weekdays } from "@clanhall/contract/rules/clan-day";
import { formatNumber, plural } from "../../lib/format.ts";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { type CsvColumns, fieldColumns, saveCsv } from "../../ui/lists/csv-file.ts";
import { CsvButton, DataList } from "../../ui/lists/data-list.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSection, ListTools } from "../../ui/list.tsx";
import {
  exportGamesFile,
  type ImportOutcome,
  inUseText,
  managedGamesQuery,
  serversText,
  templatesText,
  useDeleteGame,
  useImportGames,
  useOrderGames,
  useSwitchGame,
} from "./api.ts";
import { showToast } from "../../ui/toasts.ts";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { Switch } from "../../ui/fields.tsx";
import styles from "./games.module.css";
import { FileImport, OutcomeList } from "../../ui/forms/file-import.tsx";

const GameForm = lazyDialog(async () => (await import("./form.tsx")).GameForm);

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
      {games.length > 0 && <CsvButton label="Export CSV" onSave={() => saveCsv("games", games, fileColumns)} />}
    </ListTools>
  );
}

const fileColumns: CsvColumns<ManagedGame> = {
  ...fieldColumns<ManagedGame>("name", "slug", "icon", "is_active", "week_start"),
  reset_note: ({ reset_note = "" }) => reset_note,
  servers: ({ servers }) => servers.map((server) => serversText({ servers: [server] })).join("; "),
  templates: ({ templates }) => templates.map(({ name }) => name).join("; "),
  ...fieldColumns<ManagedGame>("clans"),
};

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
  if (dialog.kind === "import") return <GameImport onClose={onClose} />;
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
      mutateEach(activation, game, () => say(message));
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

function gameColumns(onSwitch: (game: ManagedGame) => void): Column<ManagedGame>[] {
  return [
    {
      key: "game",
      label: "Game",
      card: "title",
      icon: ({ name, icon }) => (
        <span className={styles.mark} aria-hidden>
          {icon || Array.from(name.trim())[0]?.toUpperCase()}
        </span>
      ),
      cell: ({ name }) => name,
      note: ({ slug }) => slug,
    },
    { key: "servers", label: "Servers", card: "fact", cell: serversText },
    { key: "week", label: "Week starts", cell: ({ week_start }) => weekdays[week_start - 1] },
    { key: "templates", label: "Templates", cell: (game) => <span className={styles.cut}>{templatesText(game)}</span> },
    { key: "clans", label: "Clans", align: "end", cell: ({ clans }) => formatNumber(clans) },
    {
      key: "active",
      label: "Active",
      card: "control",
      cell: (game) => <ActiveSwitch game={game} onSwitch={onSwitch} />,
    },
  ];
}

/** Whether clans can choose the game. Switching it off takes it from nobody who plays it. */
function ActiveSwitch({ game, onSwitch }: { game: ManagedGame; onSwitch: (game: ManagedGame) => void }) {
  return (
    <Switch
      label={<span aria-hidden>{game.is_active ? "Active" : "Off"}</span>}
      aria-label={`${game.name} is active`}
      checked={game.is_active}
      onChange={() => onSwitch(game)}
    />
  );
}

/** Adds and changes games by an exported file. */
function GameImport({ onClose }: { onClose: () => void }) {
  const work = useImportGames();
  return (
    <FileImport
      title={work.data ? "Games imported" : "Import games"}
      format="clanhall-games"
      wrongFile="This is not a games file. Choose a file made with Export file, at most 1 MB."
      check={useImportGames()}
      work={work}
      count={({ added, changed }) => added.length + changed.length}
      action={(count) => (count === 0 ? "Nothing to import" : `Import ${plural(count, "game")}`)}
      outcome={Outcome}
      onClose={onClose}
    />
  );
}

interface OutcomeProps {
  outcome: ImportOutcome;
  /** Whether it happened, or only would. */
  isDone: boolean;
}

/** What becomes of every game of a file. */
function Outcome({ outcome: { added, changed, same, problems }, isDone }: OutcomeProps) {
  const will = isDone ? "" : "will be ";
  const states = Object.entries({ added, changed, "as before": same });
  return (
    <OutcomeList
      label="The games"
      title={`${plural(added.length, "game")} ${will}added, ${plural(changed.length, "game")} ${will}changed.`}
      rest={[
        same.length > 0 && `${plural(same.length, "game")} as before.`,
        problems.length > 0 && `${plural(problems.length, "game")} left out.`,
      ]
        .filter(Boolean)
        .join(" ")}
      items={[
        ...problems.map(({ name, problem }) => ({ name, state: problem, isLeftOut: true })),
        ...states.flatMap(([state, names]) => names.map((name) => ({ name, state }))),
      ]}
    />
  );
}
