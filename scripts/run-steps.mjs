/** Runs steps in order, a few at a time; each says so when it ends, and one that fails shows what it printed. */
export async function runSteps(steps, lanes) {
  const waiting = [...steps];
  const results = [];
  async function workOff() {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step));
  }
  await Promise.all(Array.from({ length: lanes }, workOff));
  return results;
}

async function runStep({ name, run }) {
  const since = performance.now();
  const result = await run();
  const seconds = (performance.now() - since) / 1000;
  if (result.hasFailed) process.stderr.write(`${result.output.trimEnd()}\n`);
  process.stdout.write(`${name.padEnd(20)}${seconds.toFixed(1).padStart(7)} s${result.hasFailed ? "  FAILED" : ""}\n`);
  return { name, seconds, ...result };
}
