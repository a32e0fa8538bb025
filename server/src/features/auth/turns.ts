import { AuthError } from "./auth-error.ts";

/** Runs a few at a time and lets the others wait; past `longestQueue` it is kinder to say so at once. */
export function createTurns(atOnce: number, longestQueue: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) {
        throw new AuthError(503, "unexpected_failure", "The service is busy. Please try again shortly.", {
          retryAfter: 5,
        });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The turn is handed on without being given up, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
