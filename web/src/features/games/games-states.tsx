import { EmptyState } from "../../ui/empty-state.tsx";
import { Button } from "../../ui/core/button.tsx";
import type { OpenDialog } from "./game-dialogs.tsx";

export function NoGames({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
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
      <p>A clan chooses its game from this list and gets its reset time and activities to begin with.</p>
    </EmptyState>
  );
}
