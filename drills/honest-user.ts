import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import { atMost, quantile } from "./drill.ts";
import type { Figure } from "../bench/runner/unit.ts";

interface Call {
  method: string;
  path: string;
  token?: string;
  body?: unknown;
}

const gapMs = 20;
/** How much longer an honest user may wait while somebody attacks. */
const slowestRatio = 5;

/** Makes the calls in turn for so long, as one person would. */
export async function workHonestly(address: string, calls: (() => Call)[], ms: number) {
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + ms;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const next = calls[turn % calls.length]?.();
    if (!next) break;
    const { method, path, ...input } = next;
    const began = performance.now();
    const { status } = await ask(address, method, path, input);
    times.push(performance.now() - began);
    if (status !== 200) failed += 1;
    await pause(gapMs);
  }
  return { p95: quantile(times, 0.95), failed };
}

type Work = Awaited<ReturnType<typeof workHonestly>>;

/** What the honest user felt of the attack, against the time before it. */
export function toFigures(before: Work, during: Work): Figure[] {
  const ratio = during.p95 / Math.max(before.p95, 1);
  process.stdout.write(`  p95 ${before.p95.toFixed(1)} ms before, ${during.p95.toFixed(1)} ms during the attack\n`);
  return [
    atMost("calls of an honest user that failed", before.failed + during.failed, 0),
    atMost("an honest user's call during the attack against before, 95 in 100", Number(ratio.toFixed(2)), slowestRatio),
  ];
}
