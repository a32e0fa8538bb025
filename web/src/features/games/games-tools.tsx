import { gamesMax, type ManagedGame } from "@clanhall/contract/admin-games";
import { formatNumber, plural } from "../../lib/format.ts";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import list from "../../ui/list.module.css";
import type { OpenDialog } from "./game-dialogs.tsx";
import { useExportGames } from "./games.api.ts";

interface GamesToolsProps {
  games: ManagedGame[];
  onOpen: (dialog: OpenDialog) => void;
}

export function GamesTools({ games, onOpen }: GamesToolsProps) {
  const file = useExportGames();
  const isFull = games.length >= gamesMax;
  const active = games.filter(({ is_active }) => is_active).length;
  return (
    <>
      <div className={list.tools}>
        <button type="button" className={buttons.primary} disabled={isFull} onClick={() => onOpen({ kind: "add" })}>
          Add game
        </button>
        <button type="button" className={buttons.secondary} onClick={() => onOpen({ kind: "import" })}>
          Import file
        </button>
        <button
          type="button"
          className={buttons.secondary}
          aria-busy={file.isPending}
          onClick={() => file.isPending || file.mutate()}
        >
          Export file
        </button>
        <p role="status" className={list.count}>
          {plural(games.length, "game")}, {formatNumber(active)} active
          {isFull && ". To add another, delete one first."}
        </p>
      </div>
      <Problem error={file.error} />
    </>
  );
}
