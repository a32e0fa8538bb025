import { stripVTControlCharacters } from "node:util";
import { giveUp } from "./run-quietly.mjs";

/** Runs steps in order, a few at a time, one line each; the first that fails ends everything with its output. */
export async function runSteps(steps, lanes) {
  const waiting = [...steps];
  const stopped = new AbortController();
  async function workOff() {
    for (let step = waiting.shift(); step && !stopped.signal.aborted; step = waiting.shift()) {
      await runStep(step, stopped);
    }
  }
  await Promise.all(Array.from({ length: lanes }, workOff));
}

async function runStep({ name, summary, run }, stopped) {
  const since = performance.now();
  const { hasFailed, output } = await run({ signal: stopped.signal });
  if (stopped.signal.aborted) return;
  const seconds = ((performance.now() - since) / 1000).toFixed(1).padStart(6);
  if (hasFailed) {
    stopped.abort();
    giveUp(`${name} failed after ${seconds.trim()} s.`, output);
  }
  const told = summary?.exec(stripVTControlCharacters(output))?.[0].trim() ?? "";
  process.stdout.write(`${name.padEnd(12)}${seconds} s  ${told}`.trimEnd() + "\n");
}
