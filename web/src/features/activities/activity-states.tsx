import type { Activity } from "@clanhall/contract/activities";
import type { UseQueryResult } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import styles from "./activities.module.css";
import type { OpenDialog } from "./activity-dialogs.tsx";

/** The shape of the list while it is on the way, or why it does not come. */
export function ActivitiesLoading({ query }: { query: UseQueryResult<Activity[]> }) {
  if (query.isError) {
    return (
      <LoadedPart query={query} what="The activities">
        {() => null}
      </LoadedPart>
    );
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">The activities: loading</span>
      <div className={styles.skeletonTools} />
      <div className={styles.frame}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={styles.skeletonRow}>
            <span className={styles.skeletonMark} />
            <span className={styles.skeletonText} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** A new clan counts nothing yet; these are the next things to do. */
export function NoActivities({ onOpen }: { onOpen: ((dialog: OpenDialog) => void) | null }) {
  return (
    <section className={styles.empty} aria-labelledby="no-activities">
      <h2 id="no-activities">No activities yet</h2>
      <p>
        An activity is one thing your clan counts each day: donations, raids, attacks. Every player earns its points.
      </p>
      {onOpen && (
        <div className={styles.emptyActions}>
          <button type="button" className={buttons.primary} onClick={() => onOpen({ kind: "add" })}>
            Add the first one
          </button>
          <button type="button" className={buttons.secondary} onClick={() => onOpen({ kind: "template" })}>
            Apply a game’s template
          </button>
        </div>
      )}
    </section>
  );
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return <p className={styles.readOnly}>This clan {state}: its activities can be read, but not changed.</p>;
}
