import { readFileSync } from "node:fs";
import { invalidField } from "../errors.ts";
import { asTask } from "../workers/task.ts";

/** What the tests of the worker pool have it do. */
export const double = asTask((value: number) => value * 2);

export const refuse = asTask((path: string): string => {
  throw invalidField(path, "Not like this.");
});

export const fail = asTask((message: string): string => {
  throw new Error(message);
});

/** Computes until it is stopped. */
export const spin = asTask((ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return "done";
});

/** Takes all the memory there is. */
export const grow = asTask((_start: number) => {
  const held: number[][] = [];
  for (;;) held.push(Array.from({ length: 1_000_000 }, (_, index) => index + 0.5));
});

/** How far the thread that asks steps back for others; Linux only. */
export const readNiceness = asTask((_start: number) => nicenessOfThread());

export function nicenessOfThread(): number {
  const stat = readFileSync("/proc/thread-self/stat", "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}
