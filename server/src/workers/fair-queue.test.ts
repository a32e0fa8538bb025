import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

afterEach(() => void vi.useRealTimers());

function openQueue(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ atOnce: 1, perKey: 1, waitingMax: 100, busy: () => new Error("busy"), ...limits });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  const add = (name: string, isFirst = false) => {
    const [key = ""] = name.split(" ");
    const work = () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    };
    queue.run(key, work, isFirst).catch(() => refused.push(name));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await nextTurn();
  };
  const endAll = async () => {
    for (let next = 0; next < started.length; next++) await end(started[next] ?? "");
  };
  return { queue, started, refused, add, end, endAll };
}

test("keys take turns: somebody with much to do makes another wait for one thing", async () => {
  const { add, endAll, started } = openQueue();
  for (const name of ["ann 1", "ann 2", "ann 3", "ann 4", "bob 1", "bob 2", "cem 1"]) add(name);
  await endAll();
  expect(started).toEqual(["ann 1", "ann 2", "bob 1", "cem 1", "ann 3", "bob 2", "ann 4"]);
});

test("one key never takes more than its share, and what is left is for others", async () => {
  const { add, end, started } = openQueue({ atOnce: 2, perKey: 1 });
  for (const name of ["ann 1", "ann 2", "ann 3", "bob 1"]) add(name);
  await nextTurn();
  expect(started).toEqual(["ann 1", "bob 1"]);
  await end("bob 1");
  expect(started).toEqual(["ann 1", "bob 1"]);
  await end("ann 1");
  expect(started).toEqual(["ann 1", "bob 1", "ann 2"]);
});

test("what is marked as first goes before everything that waits", async () => {
  const { add, endAll, started } = openQueue();
  for (const name of ["ann 1", "bob 1", "cem 1"]) add(name);
  add("net 1", true);
  await endAll();
  expect(started).toEqual(["ann 1", "net 1", "bob 1", "cem 1"]);
});

test("S13: only so many run at once, others wait", async () => {
  const { add, end, started } = openQueue({ atOnce: 2, perKey: 2 });
  for (const name of ["ann 1", "ann 2", "ann 3", "ann 4"]) add(name);
  await nextTurn();
  expect(started).toEqual(["ann 1", "ann 2"]);
  await end("ann 2");
  expect(started).toEqual(["ann 1", "ann 2", "ann 3"]);
});

test("S13: whoever waits for too long is told to come back, and keeps nobody's place", async () => {
  vi.useFakeTimers();
  const { add, refused, end, started, queue } = openQueue({ longestWaitMs: 8_000 });
  for (const name of ["ann 1", "ann 2", "bob 1"]) add(name);
  await vi.advanceTimersByTimeAsync(5_000);
  add("ann 3");
  await vi.advanceTimersByTimeAsync(2_999);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toEqual(["ann 2", "bob 1"]);
  expect(queue.read()).toMatchObject({ running: 1, waiting: 1, refused: 2 });
  vi.useRealTimers();
  await end("ann 1");
  expect(started).toEqual(["ann 1", "ann 3"]);
  await end("ann 3");
  expect(queue.read()).toMatchObject({ running: 0, waiting: 0 });
});

test("S13: a full queue refuses, and whoever has the most waiting gives one up for somebody with less", async () => {
  const { add, refused, endAll, started, queue } = openQueue({ waitingMax: 3 });
  for (const name of ["ann 1", "ann 2", "ann 3", "ann 4", "ann 5"]) add(name);
  await nextTurn();
  expect(refused).toEqual(["ann 5"]);
  add("bob 1");
  await nextTurn();
  expect(refused).toEqual(["ann 5", "ann 4"]);
  await endAll();
  expect(started).toEqual(["ann 1", "ann 2", "bob 1", "ann 3"]);
  expect(queue.read()).toMatchObject({ running: 0, waiting: 0, refused: 2, started: 4 });
});

test("work that fails gives its turn back", async () => {
  const { queue } = openQueue();
  await expect(queue.run("ann", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await queue.run("ann", () => Promise.resolve("done"))).toBe("done");
  expect(queue.read()).toMatchObject({ running: 0, waiting: 0 });
});
