import type { UseQueryResult } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import styles from "./users.module.css";

type Query = Pick<UseQueryResult, "data" | "isError" | "isFetching" | "refetch">;

/** The shape of the list while it is on the way, or why it does not come. */
export function UsersLoading({ query }: { query: Query }) {
  if (query.isError) {
    return (
      <LoadedPart query={query} what="The users">
        {() => null}
      </LoadedPart>
    );
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">The users: loading</span>
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

export function NobodyMatches({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>Nobody matches</h2>
      <p>No user fits these filters.</p>
      <button type="button" className={buttons.secondary} onClick={onClear}>
        Clear filters
      </button>
    </div>
  );
}

export function NobodyYet() {
  return (
    <div className={styles.empty}>
      <h2>No users yet</h2>
      <p>Whoever signs up will be listed here.</p>
    </div>
  );
}
