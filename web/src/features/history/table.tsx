import type { HistoryRow } from "@clanhall/contract/entry-history";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { useMediaQuery } from "../../lib/media.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EntryCards } from "./entry-cards.tsx";
import { EntryRows } from "./entry-rows.tsx";
import { entriesOf } from "./api.ts";
import { HistoryPart, NothingFound } from "./history-states.tsx";
import { LoadMore } from "./load-more.tsx";
import type { Look } from "./context.tsx";
import styles from "./table.module.css";
import { Totals } from "./totals.tsx";

/** Entries, the latest day first, with the totals of all that the filter finds. */
export function TableView({ look }: { look: Look }) {
  const query = useInfiniteQuery(entriesOf(look.clan.id, look.filter));
  return (
    <HistoryPart query={query}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        const totals = pages.at(-1)?.totals;
        if (rows.length === 0 || !totals) return <NothingFound look={look} />;
        return (
          <div className={styles.card} aria-busy={query.isPlaceholderData}>
            <Rows look={look} rows={rows} />
            <LoadMore query={query} />
            {query.isFetchNextPageError && <ErrorMessage error={query.error} />}
            <Totals look={look} totals={totals} />
          </div>
        );
      }}
    </HistoryPart>
  );
}

function Rows(list: { look: Look; rows: HistoryRow[] }) {
  const isNarrow = useMediaQuery("(max-width: 47.99em)");
  return isNarrow ? <EntryCards {...list} /> : <EntryRows {...list} />;
}
