import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { type LoadPage, pagedQuery } from "./paged.ts";

interface Page {
  items: string[];
  next_cursor: string | null;
}

test("each page is asked for by the cursor of the one before", async () => {
  const load = vi.fn<LoadPage<Page>>(async ({ cursor }) =>
    cursor ? { items: ["b"], next_cursor: null } : { items: ["a"], next_cursor: "next" },
  );
  const list = new InfiniteQueryObserver(new QueryClient(), pagedQuery(["list"], load));
  await list.refetch();
  expect(list.getCurrentResult().hasNextPage).toBe(true);
  const both = await list.fetchNextPage();
  expect(both.data?.pages.flatMap(({ items }) => items)).toEqual(["a", "b"]);
  expect(both.hasNextPage).toBe(false);
  expect(load.mock.calls.map(([at]) => at)).toEqual([{}, { cursor: "next" }]);
});

test("what nobody waits for any more is given up", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const load: LoadPage<Page> = (_at, { signal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  const client = new QueryClient();
  const list = new InfiniteQueryObserver(client, pagedQuery(["list", "first filter"], load));
  const stop = list.subscribe(() => undefined);
  list.setOptions(pagedQuery(["list", "second filter"], load));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  stop();
});
