import type { Game } from "@clanhall/contract/games";
import { Combobox } from "../../ui/forms/combobox.tsx";
import type { FieldProps } from "../../ui/core/field.tsx";
import { Select } from "../../ui/core/select.tsx";

/** A game of the catalogue, or one that is not in it by its name; neither where none is chosen. */
export interface GameChoice {
  game: Game | undefined;
  name: string;
}

interface GameFieldProps extends Pick<FieldProps, "error" | "conflict" | "hint"> {
  games: Game[];
  gameId: string;
  /** The name of a game that is not in the catalogue. */
  ownName: string;
  /** The choice can be taken back. */
  allowNone?: boolean;
  onChoose: (choice: GameChoice) => void;
}

const noGame = "none";
const own = "own:";

/** The entry of the catalogue for games that are not in it; it brings activities for any clan. */
const isOther = ({ slug }: Game) => slug === "other";

export function GameField({ games, gameId, ownName, allowNone = false, onChoose, ...field }: GameFieldProps) {
  const listed = games.filter((game) => !isOther(game) || (game.id === gameId && ownName === ""));
  const options = [
    ...(allowNone ? [{ value: noGame, label: "No game" }] : []),
    ...listed.map((game) => ({ value: game.id, label: game.name, note: resetText(game) })),
  ];
  const choose = (value: string) =>
    value.startsWith(own)
      ? onChoose({ game: games.find(isOther), name: value.slice(own.length) })
      : onChoose({ game: games.find(({ id }) => id === value), name: "" });
  return (
    <Combobox
      name="game_id"
      label="Game"
      hint="Type a part of its name."
      {...field}
      placeholder={allowNone ? "No game" : ""}
      value={ownName ? own + ownName : gameId || null}
      {...(ownName && { valueText: ownName })}
      options={options}
      ownOption={(typed) => ({
        value: own + typed,
        label: typed === "" ? "Another game: type its name" : `Another game: “${typed}”`,
        disabled: typed === "",
      })}
      onChange={choose}
    />
  );
}

/** "resets 02:00 UTC"; nothing where it depends on the server. */
function resetText({ servers: [server, ...others] }: Game): string | undefined {
  if (!server || others.length > 0) return undefined;
  const fixed = /^Etc\/GMT([+-])(\d+)$/.exec(server.time_zone);
  const zone = server.reset_in_utc ? "UTC" : fixed ? `UTC${fixed[1] === "+" ? "−" : "+"}${fixed[2]}` : server.time_zone;
  return `resets ${server.reset_time} ${zone}`;
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
