import fc from "fast-check";

/** How many cases a property test tries: a quarter every time, all of them with FC_RUNS=full. */
export function runs(full: number): { numRuns: number } {
  return { numRuns: process.env["FC_RUNS"] === "full" ? full : Math.ceil(full / 4) };
}

// As a setup file, for properties that name no number of their own.
fc.configureGlobal(runs(100));
