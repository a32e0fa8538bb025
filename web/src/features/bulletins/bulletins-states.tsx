import type { UseQueryResult } from "@tanstack/react-query";
import { CallError, hasStatus } from "../../lib/call-error.ts";
import buttons from "../../ui/button.module.css";
import feedback from "../../ui/feedback.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { ListLoading, ListProblem } from "../../ui/list-states.tsx";
import states from "../../ui/list-states.module.css";

type Loading = Pick<UseQueryResult, "data" | "error" | "isError" | "isFetching" | "refetch">;

/** The shape of the list while it is on the way, or why it does not come. */
export function BulletinsLoading({ query }: { query: Loading }) {
  if (hasStatus(query.error, 400, 403, 404)) return <Problem error={query.error} />;
  return <ListLoading query={query} what="The bulletins" rows={5} shape="titles" />;
}

/** What could not be done, and what helps where a bulletin has its own reason. */
export function ActionProblem({ error }: { error: unknown }) {
  if (error instanceof CallError && error.details.some(({ path }) => path === "expires_at")) {
    return (
      <p role="alert" className={feedback.problem}>
        Nothing was changed: its expiry has passed. Edit it and choose a later one.
      </p>
    );
  }
  return <ListProblem error={error} />;
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return <p className={states.readOnly}>This clan {state}: its bulletins can be read, but not changed.</p>;
}

/** What a clan without bulletins is told: how to write the first one, or who does. */
export function NoBulletins({ onMake }: { onMake: (() => void) | null }) {
  if (onMake === null) {
    return (
      <div className={states.empty}>
        <h2>No bulletins yet</h2>
        <p>Once your clan’s owner or a maintainer has news for you, you will read it here.</p>
      </div>
    );
  }
  return (
    <div className={states.empty}>
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
