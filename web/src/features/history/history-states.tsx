import { pages } from "@clanhall/contract/pages";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState, NoMatches } from "../../ui/empty-state.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { noFilters } from "./history-address.ts";
import { rangeText } from "./format.ts";
import { isFiltered, type Look } from "./look.ts";

interface HistoryPartProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isError" | "isFetching" | "refetch">;
  children: (data: Data) => ReactNode;
}

/** A view that comes from the server. A refusal is said in the server's words; whatever else went wrong can be tried again. */
export function HistoryPart<Data>({ query, children }: HistoryPartProps<Data>) {
  if (query.data === undefined && hasStatus(query.error, 400, 403, 404)) return <ErrorMessage error={query.error} />;
  return (
    <AsyncSection query={query} what="The history" lines={8}>
      {children}
    </AsyncSection>
  );
}

export function NothingFound({ look }: { look: Look }) {
  const { clan, range, onShow } = look;
  if (isFiltered(look)) {
    return (
      <NoMatches
        sentence={`There is nothing of ${rangeText(range)} that fits these filters.`}
        onClear={() => onShow(noFilters)}
      />
    );
  }
  return (
    <EmptyState
      title="No entries yet"
      actions={
        <ButtonLink to={pages.dailyActivity.path} search={{ clan: clan.id }}>
          Enter today
        </ButtonLink>
      }
    >
      What your players did in the last 30 days will be here once it is entered.
    </EmptyState>
  );
}
