import { pages } from "@clanhall/contract/pages";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { hasStatus } from "../../lib/call-error.ts";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { NothingMatches } from "../../ui/list-states.tsx";
import states from "../../ui/list-states.module.css";
import { noFilters } from "./history-address.ts";
import { rangeText } from "./format.ts";
import { isFiltered, type Look } from "./look.ts";

interface HistoryPartProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isError" | "isFetching" | "refetch">;
  children: (data: Data) => ReactNode;
}

/** A view that comes from the server. A refusal is said in the server's words; whatever else went wrong can be tried again. */
export function HistoryPart<Data>({ query, children }: HistoryPartProps<Data>) {
  if (query.data === undefined && hasStatus(query.error, 400, 403, 404)) return <Problem error={query.error} />;
  return (
    <LoadedPart query={query} what="The history" lines={8}>
      {children}
    </LoadedPart>
  );
}

export function NothingFound({ look }: { look: Look }) {
  const { clan, range, onShow } = look;
  if (isFiltered(look)) {
    return (
      <NothingMatches
        sentence={`There is nothing of ${rangeText(range)} that fits these filters.`}
        onClear={() => onShow(noFilters)}
      />
    );
  }
  return (
    <div className={states.empty}>
      <h2>No entries yet</h2>
      <p>What your players did in the last 30 days will be here once it is entered.</p>
      <Link className={buttons.secondary} to={pages.dailyActivity.path} search={{ clan: clan.id }}>
        Enter today
      </Link>
    </div>
  );
}
