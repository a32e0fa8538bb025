import { gamesMax, type ManagedGame } from "@clanhall/contract/admin-games";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import list from "../../ui/list.module.css";
import type { OpenDialog } from "./game-dialogs.tsx";
import { gamesText } from "./game-words.ts";
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
        <Button variant="primary" disabled={isFull} onClick={() => onOpen({ kind: "add" })}>
          Add game
        </Button>
        <Button onClick={() => onOpen({ kind: "import" })}>Import file</Button>
        <Button busy={file.isPending} onClick={() => file.isPending || file.mutate()}>
          Export file
        </Button>
        <p role="status" className={list.count}>
          {gamesText(games.length)}, {active.toLocaleString("en-GB")} active
          {isFull && ". To add another, delete one first."}
        </p>
      </div>
      <ErrorMessage error={file.error} />
    </>
  );
}
