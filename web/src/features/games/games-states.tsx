import type { ManagedGame } from "@clanhall/contract/admin-games";
import type { UseQueryResult } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import type { OpenDialog } from "./game-dialogs.tsx";
import styles from "./games.module.css";

/** The shape of the list while it is on the way, or why it does not come. */
export function GamesLoading({ query }: { query: UseQueryResult<ManagedGame[]> }) {
  if (query.isError) {
    return (
      <LoadedPart query={query} what="The games">
        {() => null}
      </LoadedPart>
    );
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">The games: loading</span>
      <div className={styles.skeletonTools} />
      <div className={styles.frame}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={styles.skeletonRow}>
            <span className={styles.skeletonMark} />
            <span className={styles.skeletonText} />
          </div>
        ))}
      </div>
    </div>
  );
}

export function NoGames({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <section className={styles.empty} aria-labelledby="no-games">
      <h2 id="no-games">No games yet</h2>
      <p>A clan chooses its game from this list and gets its reset time and activities to begin with.</p>
      <div className={styles.emptyActions}>
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
