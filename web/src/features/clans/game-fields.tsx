import type { Game } from "@clanhall/contract/games";
import { Combobox } from "../../ui/forms/combobox.tsx";
import type { FieldProps } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";

interface GameFieldProps extends Pick<FieldProps, "error" | "conflict"> {
  games: Game[];
  gameId: string;
  onChoose: (game: Game | undefined) => void;
}

const noGame = "none";

export function GameField({ games, gameId, error, conflict, onChoose }: GameFieldProps) {
  const options = [{ value: noGame, label: "No game" }, ...games.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <Combobox
      name="game_id"
      label="Game"
      hint="Type a part of its name."
      emptyText="No game of this name. Choose “Another game”."
      error={error}
      conflict={conflict}
      value={gameId || noGame}
      options={options}
      onChange={(value) => onChoose(games.find(({ id }) => id === value))}
    />
  );
}

interface ServerFieldProps extends Pick<FieldProps, "error" | "conflict"> {
  game: Game | undefined;
  server: string;
  hint?: string;
  onChoose: (label: string) => void;
}

/** Only where the game has servers to choose from. */
export function ServerField({ game, server, onChoose, ...field }: ServerFieldProps) {
  if (!game || game.servers.length === 0) return null;
  return (
    <Select
      label="Server or region"
      name="game_server"
      value={server}
      onChange={(value) => onChoose(value)}
      {...field}
      options={[
        { value: "", label: "Not chosen" },
        ...game.servers.map(({ label }) => ({ value: label, label: label })),
      ]}
    />
  );
}
