import { Button } from "./core/button.tsx";
import { ErrorMessage } from "./core/notice.tsx";

export interface PagerProps {
  /** A query of pages; what was asked for and did not come is said. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
}

/** The rest of a long list, a page at a time. */
export function Pager({ query }: PagerProps) {
  return (
    <>
      {query.isFetchNextPageError && <ErrorMessage error={query.error} />}
      {query.hasNextPage && (
        <Button
          style={{ alignSelf: "center" }}
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}
