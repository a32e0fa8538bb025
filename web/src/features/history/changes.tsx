import { useInfiniteQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { ChangeItem } from "./change-item.tsx";
import { changesOf } from "./api.ts";
import { HistoryPart, NothingFound } from "./history-states.tsx";
import { LoadMore } from "./load-more.tsx";
import type { Look } from "./context.tsx";
import styles from "./changes.module.css";
import { useReverts } from "./use-reverts.ts";

/** Every write of the entries, the latest first. */
export function ChangesView({ look }: { look: Look }) {
  const query = useInfiniteQuery(changesOf(look.clan.id, look.filter));
  const reverts = useReverts(look);
  return (
    <HistoryPart query={query}>
      {({ pages }) => {
        const changes = pages.flatMap(({ items }) => items);
        if (changes.length === 0) return <NothingFound look={look} />;
        return (
          <div className={styles.card} aria-busy={query.isPlaceholderData}>
            <ol className={styles.changes} aria-label="Changes, the latest first">
              {changes.map((change) => (
                <ChangeItem
                  key={`${change.day} ${change.member_id} ${change.activity_id} ${change.version}`}
                  look={look}
                  change={change}
                  reverts={reverts}
                />
              ))}
            </ol>
            <LoadMore query={query} />
            {query.isFetchNextPageError && <ErrorMessage error={query.error} />}
          </div>
        );
      }}
    </HistoryPart>
  );
}
