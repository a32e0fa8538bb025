import { afterAll, expect, test } from "vitest";
import type * as tasks from "../testing/slow-tasks.ts";
import { nicenessOfThread } from "../testing/slow-tasks.ts";
import { defineTask } from "./task.ts";
import { createWorkerPool } from "./worker-pool.ts";

const file = new URL("../testing/slow-tasks.ts", import.meta.url);
const double = defineTask<typeof tasks.double>(file, "double");
const refuse = defineTask<typeof tasks.refuse>(file, "refuse");
const fail = defineTask<typeof tasks.fail>(file, "fail");
const readNiceness = defineTask<typeof tasks.readNiceness>(file, "readNiceness");
const grow = defineTask<typeof tasks.grow>(file, "grow");

const workers = createWorkerPool({ threads: 1, waitingMax: 3, heapMegabytes: 48 });
afterAll(() => workers.close());
const ann = { account: "ann" };

test("a task runs in a thread from the sources as they are", async () => {
  expect(await workers.run(double, 21, ann)).toBe(42);
});

test.runIf(process.platform === "linux")("only threads of the pool step back for those that answer", async () => {
  const own = nicenessOfThread();
  expect(await workers.run(readNiceness, 0, ann)).toBe(Math.min(19, own + 5));
  expect(nicenessOfThread()).toBe(own);
});

test("a refusal arrives as what it was, and a fault as a fault", async () => {
  await expect(workers.run(refuse, "name", ann)).rejects.toMatchObject({
    code: "validation_failed",
    status: 400,
    extras: { details: [{ path: "name", message: "Not like this." }] },
  });
  await expect(workers.run(fail, "broken", ann)).rejects.toThrow("broken");
});

test("what takes too long is stopped, counted, and the next task finds a thread", async () => {
  const spin = defineTask<typeof tasks.spin>(file, "spin", 300);
  await expect(workers.run(spin, 60_000, ann)).rejects.toMatchObject({
    status: 503,
    extras: { retryAfter: 30 },
  });
  expect(workers.read()).toMatchObject({ timedOut: 1, running: 0, waiting: 0 });
  expect(await workers.run(double, 4, ann)).toBe(8);
});

test("H1: a task that takes too much memory ends its thread and not the process", async () => {
  await expect(workers.run(grow, 0, ann)).rejects.toThrow(/memory/i);
  expect(await workers.run(double, 4, ann)).toBe(8);
});

test("beyond the queue's limit calls get retry-after", async () => {
  const askers = ["ann", "bob", "cem", "dua", "eve"].map((account) => workers.run(double, 1, { account }));
  const results = await Promise.allSettled(askers);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(results.at(-1)).toMatchObject({ reason: { status: 503, extras: { retryAfter: 5 } } });
  expect(workers.read()).toMatchObject({ refused: 1, running: 0, waiting: 0 });
});
