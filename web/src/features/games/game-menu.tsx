import type { ManagedGame } from "@clanhall/contract/admin-games";
import { DotsMenu, type MenuItem } from "../../ui/menu-button.tsx";
import type { OpenDialog } from "./game-dialogs.tsx";
import { inUseText } from "./format.ts";

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
    { label: "Edit", onChoose: () => onOpen({ kind: "edit", game }) },
    index > 0 && { label: "Move up", onChoose: () => onStep(game.id, -1) },
    index < games.length - 1 && { label: "Move down", onChoose: () => onStep(game.id, 1) },
    game.clans === 0 && { label: "Delete", onChoose: onDelete, isDanger: true },
  ];
  return (
    <DotsMenu
      label={`Actions for ${game.name}`}
      items={items.filter((item) => item !== false)}
      note={inUseText(game.clans)}
    />
  );
}
