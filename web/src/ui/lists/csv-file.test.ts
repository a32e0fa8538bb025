import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { LoadPage } from "../../lib/paged.ts";
import { loadAll } from "./csv-file.ts";

type Load = LoadPage<{ items: number[]; next_cursor: string | null }>;

const queries = () => new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 0 } } });
const page = (items: number[], next_cursor: string | null) => async () => ({ items, next_cursor });

test("all pages are read, each as long as a call allows; one that fails is asked for again", async () => {
  const load = vi
    .fn<Load>()
    .mockImplementationOnce(page([1, 2], "second"))
    .mockRejectedValueOnce(new Error("lost"))
    .mockImplementationOnce(page([3], null));
  expect(await loadAll(queries(), load)).toEqual([1, 2, 3]);
  const second = { limit: 200, cursor: "second" };
  expect(load.mock.calls.map(([at]) => at)).toEqual([{ limit: 200 }, second, second]);
});

test("a file of the same list is read anew, and one that stays away is an error", async () => {
  const client = queries();
  const load = vi
    .fn<Load>()
    .mockImplementationOnce(page([1], null))
    .mockImplementationOnce(page([2], null));
  expect([await loadAll(client, load), await loadAll(client, load)]).toEqual([[1], [2]]);
  load.mockRejectedValue(new Error("lost"));
  await expect(loadAll(client, load)).rejects.toThrow("lost");
});
