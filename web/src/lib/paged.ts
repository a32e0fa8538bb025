import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

interface Page {
  next_cursor: string | null;
}

/** Asks for one page; the first one has no cursor. Without a limit it is as long as the call likes. */
export type LoadPage<Answer extends Page> = (
  at: { cursor?: string; limit?: number },
  options: { signal?: AbortSignal },
) => Promise<Answer>;

/** A list that comes page by page; what nobody waits for any more is given up. */
export function pagedQuery<Answer extends Page>(queryKey: QueryKey, load: LoadPage<Answer>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
