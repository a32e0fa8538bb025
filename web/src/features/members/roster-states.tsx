import type { UseQueryResult } from "@tanstack/react-query";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { NothingMatches } from "../../ui/list-states.tsx";
import type { OpenDialog } from "./roster-dialogs.tsx";
import type { Roster } from "./roster.api.ts";
import styles from "./roster.module.css";

/** The shape of the roster while it is on the way, or why it does not come. */
export function RosterLoading({ query }: { query: UseQueryResult<Roster> }) {
  if (query.isError) {
    return (
      <AsyncSection query={query} what="The players">
        {() => null}
      </AsyncSection>
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
    <EmptyState
      title="Add your players"
      actions={
        <>
          <Button variant="primary" onClick={() => onOpen({ kind: "import" })}>
            Paste a list or choose a CSV
          </Button>
          <Button onClick={() => onOpen({ kind: "add" })}>Add one player</Button>
        </>
      }
    >
      <p>
        They need no account: a name is enough to enter what they did. Bring the whole list from your spreadsheet, or
        add one after the other.
      </p>
    </EmptyState>
  );
}
