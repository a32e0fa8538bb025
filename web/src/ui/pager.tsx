import { type ReactNode, useCallback, useEffect, useRef } from "react";
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
      <MoreButton
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      >
        Show more
      </MoreButton>
    </>
  );
}

interface MoreButtonProps {
  hasMore: boolean;
  isLoading?: boolean;
  onMore: () => void;
  children: ReactNode;
}

/** Stands beside its list. When it goes with the last of it, its focus goes to the first row that came. */
export function MoreButton({ hasMore, isLoading = false, onMore, children }: MoreButtonProps) {
  const before = useRef<{ parent: Element; rows: Element[] } | null>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hasMore || !hadFocus.current || !before.current) return;
    const { parent, rows } = before.current;
    hadFocus.current = false;
    const row = rowsIn(parent).find((one) => !rows.includes(one));
    row?.setAttribute("tabindex", "-1");
    // Of a very long table only what is in sight is drawn: then its frame, which scrolls.
    (row ?? parent.querySelector<HTMLElement>("[tabindex='0']"))?.focus();
  }, [hasMore]);
  const watch = useCallback(
    (button: HTMLElement | null) => () => {
      hadFocus.current = document.activeElement === button;
    },
    [],
  );
  if (!hasMore) return null;
  return (
    <Button
      ref={watch}
      style={{ alignSelf: "center" }}
      busy={isLoading}
      onClick={({ currentTarget: { parentElement: parent } }) => {
        if (parent) before.current = { parent, rows: rowsIn(parent) };
        onMore();
      }}
    >
      {children}
    </Button>
  );
}

function rowsIn(parent: Element): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>("tbody > tr:not([aria-hidden]), li:not([aria-hidden])")];
}
