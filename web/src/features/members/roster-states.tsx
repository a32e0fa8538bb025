import type { UseQueryResult } from "@tanstack/react-query";
import type { Roster } from "../../domain/members.ts";
import buttons from "../../ui/button.module.css";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { NothingMatches } from "../../ui/list-states.tsx";
import states from "../../ui/list-states.module.css";
import type { OpenDialog } from "./roster-dialogs.tsx";
import styles from "./roster.module.css";

/** The shape of the roster while it is on the way, or why it does not come. */
export function RosterLoading({ query }: { query: UseQueryResult<Roster> }) {
  if (query.isError) {
    return (
      <LoadedPart query={query} what="The players">
        {() => null}
      </LoadedPart>
    );
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">The players: loading</span>
      <div className={styles.skeletonTools} />
      <div className={styles.skeletonFrame}>
        {Array.from({ length: 9 }, (_, index) => (
          <div key={index} className={styles.skeletonRow}>
            <span className={styles.skeletonAvatar} />
            <span className={styles.skeletonName} />
            <span className={styles.skeletonCell} />
          </div>
        ))}
      </div>
    </div>
  );
}

export function NoPlayerMatches({ onClear }: { onClear: () => void }) {
  return <NothingMatches sentence="No player fits these filters." onClear={onClear} />;
}

/** A new clan has nobody but its owner; this is the one next thing to do. */
export function FewPlayers({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  return (
    <section className={states.empty} aria-labelledby="few-players">
      <h2 id="few-players">Add your players</h2>
      <p>
        They need no account: a name is enough to enter what they did. Bring the whole list from your spreadsheet, or
        add one after the other.
      </p>
      <div className={states.actions}>
        <button type="button" className={buttons.primary} onClick={() => onOpen({ kind: "import" })}>
          Paste a list or choose a CSV
        </button>
        <button type="button" className={buttons.secondary} onClick={() => onOpen({ kind: "add" })}>
          Add one player
        </button>
      </div>
    </section>
  );
}
