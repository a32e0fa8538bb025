import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallError, hasStatus, wantsSecondFactor } from "../lib/call-error.ts";
import { lookUpMe, renewSession } from "../lib/session.ts";

const isWorthRepeating = (error: Error) => !(error instanceof CallError) || error.status === undefined;

/**
 * The server no longer knows who is calling: perhaps the session was ended on another device. Or it wants a second
 * factor that was added there.
 */
function onError(error: Error): void {
  if (hasStatus(error, 401)) void lookUpMe();
  if (wantsSecondFactor(error)) void renewSession();
}

/** A refusal stays a refusal; only a call that never arrived is tried once more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 1 && isWorthRepeating(error), staleTime: 10_000 },
    },
  });
}
