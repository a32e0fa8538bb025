import type { UseQueryResult } from "@tanstack/react-query";
import { CallError, hasStatus } from "../../lib/call-error.ts";
import { problemText } from "../../lib/problem-text.ts";
import buttons from "../../ui/button.module.css";
import feedback from "../../ui/feedback.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import styles from "./bulletins.module.css";

type Loading = Pick<UseQueryResult, "data" | "error" | "isError" | "isFetching" | "refetch">;

/** The shape of the list while it is on the way, or why it does not come. */
export function BulletinsLoading({ query }: { query: Loading }) {
  if (hasStatus(query.error, 400, 403, 404)) return <Problem error={query.error} />;
  if (query.isError) {
    return (
      <LoadedPart query={query} what="The bulletins">
        {() => null}
      </LoadedPart>
    );
  }
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="unseen">The bulletins: loading</span>
      <div className={styles.skeletonTools} />
      <div className={styles.frame}>
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className={styles.skeletonRow}>
            <span className={styles.skeletonText} />
            <span className={styles.skeletonChip} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** What could not be done. After a conflict the list was asked for again. */
export function ActionProblem({ error }: { error: unknown }) {
  if (error instanceof CallError && error.details.some(({ path }) => path === "expires_at")) {
    return (
      <p role="alert" className={feedback.problem}>
        Nothing was changed: its expiry has passed. Edit it and choose a later one.
      </p>
    );
  }
  if (!hasStatus(error, 409)) return <Problem error={error} />;
  return (
    <div role="alert" className={feedback.problem}>
      <p>{problemText(error)}</p>
      <p>The list shows how it is now.</p>
    </div>
  );
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return <p className={styles.readOnly}>This clan {state}: its bulletins can be read, but not changed.</p>;
}

export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>Nothing matches</h2>
      <p>No bulletin fits these filters.</p>
      <button type="button" className={buttons.secondary} onClick={onClear}>
        Clear filters
      </button>
    </div>
  );
}

/** What a clan without bulletins is told: how to write the first one, or who does. */
export function NoBulletins({ onMake }: { onMake: (() => void) | null }) {
  if (onMake === null) {
    return (
      <div className={styles.empty}>
        <h2>No bulletins yet</h2>
        <p>Once your clan’s owner or a maintainer has news for you, you will read it here.</p>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <h2>Write your first bulletin</h2>
      <p>
        Tell your clan what is on: a raid tonight, a new rule, who joined. Members read it here and on their dashboard.
      </p>
      <button type="button" className={buttons.primary} onClick={onMake}>
        Write a bulletin
      </button>
    </div>
  );
}
