import { QueryClient } from "@tanstack/react-query";
import { CallError } from "../lib/call-error.ts";

const isWorthRepeating = (error: Error) => !(error instanceof CallError) || error.status === undefined;

/** A refusal stays a refusal; only a call that never arrived is tried once more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 1 && isWorthRepeating(error), staleTime: 10_000 },
    },
  });
}
