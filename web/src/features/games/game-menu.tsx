import type { ManagedGame } from "@clanhall/contract/admin-games";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import type { OpenDialog } from "./game-dialogs.tsx";
import { inUseText } from "./game-words.ts";

interface GameMenuProps {
  game: ManagedGame;
  /** All of the list, in its order. */
  games: ManagedGame[];
  onStep: (id: string, by: -1 | 1) => void;
  onOpen: (dialog: OpenDialog) => void;
  onDelete: () => void;
}

export function GameMenu({ game, games, onStep, onOpen, onDelete }: GameMenuProps) {
  const index = games.indexOf(game);
  const items: (MenuItem | false)[] = [
    { label: "Edit", onSelect: () => onOpen({ kind: "edit", game }) },
    index > 0 && { label: "Move up", onSelect: () => onStep(game.id, -1) },
    index < games.length - 1 && { label: "Move down", onSelect: () => onStep(game.id, 1) },
    game.clans === 0 && { label: "Delete", onSelect: onDelete, danger: true },
  ];
  return (
    <Menu
      label={`Actions for ${game.name}`}
      items={items.filter((item) => item !== false)}
      note={inUseText(game.clans)}
    />
  );
}
