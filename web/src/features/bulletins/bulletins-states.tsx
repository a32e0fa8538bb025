import type { UseQueryResult } from "@tanstack/react-query";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { CallError, hasStatus } from "../../lib/call-error.ts";
import { ListLoading, ListProblem } from "../../ui/list-states.tsx";

type Loading = Pick<UseQueryResult, "data" | "error" | "isError" | "isFetching" | "refetch">;

/** The shape of the list while it is on the way, or why it does not come. */
export function BulletinsLoading({ query }: { query: Loading }) {
  if (hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  return <ListLoading query={query} what="The bulletins" rows={5} />;
}

/** What could not be done, and what helps where a bulletin has its own reason. */
export function ActionProblem({ error }: { error: unknown }) {
  if (error instanceof CallError && error.details.some(({ path }) => path === "expires_at")) {
    return (
      <Notice role="alert" tone="danger">
        Nothing was changed: its expiry has passed. Edit it and choose a later one.
      </Notice>
    );
  }
  return <ListProblem error={error} />;
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return (
    <Notice>
      <p>This clan {state}: its bulletins can be read, but not changed.</p>
    </Notice>
  );
}

/** What a clan without bulletins is told: how to write the first one, or who does. */
export function NoBulletins({ onMake }: { onMake: (() => void) | null }) {
  if (onMake === null) {
    return (
      <EmptyState title="No bulletins yet">
        <p>Once your clan’s owner or a maintainer has news for you, you will read it here.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Write your first bulletin"
      actions={
        <Button variant="primary" onClick={onMake}>
          Write a bulletin
        </Button>
      }
    >
      <p>
        Tell your clan what is on: a raid tonight, a new rule, who joined. Members read it here and on their dashboard.
      </p>
    </EmptyState>
  );
}
