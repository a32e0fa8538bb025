import type { UseQueryResult } from "@tanstack/react-query";
import { hasStatus } from "../lib/call-error.ts";
import { problemText } from "../lib/problem-text.ts";
import { AsyncSection } from "./async-section.tsx";
import { Button } from "./core/button.tsx";
import { ErrorMessage, Notice } from "./core/notice.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Skeleton } from "./skeleton.tsx";

interface ListLoadingProps {
  query: Pick<UseQueryResult, "data" | "isError" | "isFetching" | "refetch">;
  /** What is listed, as in "The games". */
  what: string;
  /** How many rows it will roughly have. */
  rows: number;
}

/** The shape of a list while it is on the way, or why it does not come. */
export function ListLoading({ query, what, rows }: ListLoadingProps) {
  return (
    <AsyncSection
      query={query}
      what={what}
      skeleton={<Skeleton label={`${what}: loading`} shape="rows" count={rows} />}
    >
      {() => null}
    </AsyncSection>
  );
}

interface NothingMatchesProps {
  title?: string;
  /** As in "No board fits these filters." */
  sentence: string;
  onClear: () => void;
}

export function NothingMatches({ title = "Nothing matches", sentence, onClear }: NothingMatchesProps) {
  return (
    <EmptyState title={title} actions={<Button onClick={onClear}>Clear filters</Button>}>
      {sentence}
    </EmptyState>
  );
}

/** What could not be done. After a conflict the list was asked for again. */
export function ListProblem({ error }: { error: unknown }) {
  if (!hasStatus(error, 409)) return <ErrorMessage error={error} />;
  return (
    <Notice tone="danger" role="alert">
      <p>{problemText(error)}</p>
      <p>The list shows how it is now.</p>
    </Notice>
  );
}
