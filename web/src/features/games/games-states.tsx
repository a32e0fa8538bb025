import buttons from "../../ui/button.module.css";
import states from "../../ui/list-states.module.css";
import type { OpenDialog } from "./game-dialogs.tsx";

export function NoGames({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <section className={states.empty} aria-labelledby="no-games">
      <h2 id="no-games">No games yet</h2>
      <p>A clan chooses its game from this list and gets its reset time and activities to begin with.</p>
      <div className={states.actions}>
        <button type="button" className={buttons.primary} onClick={() => onOpen({ kind: "add" })}>
          Add the first one
        </button>
        <button type="button" className={buttons.secondary} onClick={() => onOpen({ kind: "import" })}>
          Import a file
        </button>
      </div>
    </section>
  );
}
