import { useEffect } from "react";

/** For what a page does without when it fails: a trace is left for those who look for one. */
export function useTraceOf(error: unknown, words: string): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the trace
    if (error) console.warn(words, error);
  }, [error, words]);
}
