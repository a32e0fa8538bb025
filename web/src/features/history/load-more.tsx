import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import styles from "./table.module.css";

type Pages = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

export function LoadMore({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <button
        type="button"
        className={buttons.secondary}
        aria-busy={query.isFetchingNextPage}
        onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
      >
        {query.isFetchingNextPage ? "Loading…" : "Load more"}
      </button>
    </div>
  );
}
