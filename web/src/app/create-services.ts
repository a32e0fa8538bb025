import { createConnectivity } from "../lib/connectivity.ts";
import { createLeaving } from "../lib/leaving.ts";
import { setService } from "../lib/services.ts";
import { checkSession, createSession, renewSession } from "../lib/session.ts";
import { createAnalytics } from "../lib/shared/create-analytics.ts";
import { createToasts } from "../ui/toasts.ts";
import {
  hashKey,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError, hasStatus, wantsSecondFactor } from "../lib/api-errors.ts";

/** The key of `myClansQuery`, whose module would bring the contract of clans to the login page. */
const myClansKey = ["clans", "my"];

const isWorthRepeating = (error: Error) => !(error instanceof ApiError) || error.status === undefined;

/**
 * The server no longer knows who is calling: perhaps the session was ended on another device. Or it wants a second
 * factor that was added there.
 */
function onError(error: Error): void {
  if (hasStatus(error, 401)) void checkSession();
  if (wantsSecondFactor(error)) void renewSession();
}

/**
 * Another tab may have used up what an account may ask for at a time, or everybody asks at once: the server then says to
 * come back in a second or two. If it is down, nobody should wait for long to be told.
 */
const triesWhenBusy: Record<number, number> = { 429: 5, 503: 2 };
const longestWaitSeconds = 2;

function shouldRetry(failures: number, error: Error): boolean {
  if (secondsUntilFree(error) === null) return failures < 1 && isWorthRepeating(error);
  return failures < triesFor(error);
}

function triesFor(error: Error): number {
  return error instanceof ApiError ? (triesWhenBusy[error.status ?? 0] ?? 0) : 0;
}

function retryDelay(_failures: number, error: Error): number {
  return 1000 * (secondsUntilFree(error) ?? 1);
}

/** Seconds until the server has room again; null where it does not say, or where a person should know of the wait. */
function secondsUntilFree(error: Error): number | null {
  const { retryAfter = Infinity } = error instanceof ApiError && triesFor(error) > 0 ? error : {};
  return retryAfter <= longestWaitSeconds ? retryAfter : null;
}

/**
 * A read that has begun may not see a change. The library begins it anew only if it has data already and is shown;
 * otherwise the answer would count as fresh, and a bin that is opened just after a deletion would stay empty. Nobody
 * waits for it to be read once more: what is to be said of the change is said when the change is shown.
 */
class ChangingQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter((query) => query.state.data === undefined || !query.isActive());
    for (const { promise, queryKey } of begun) {
      const readAgain = () => super.invalidateQueries({ queryKey, exact: true }, options);
      promise?.then(readAgain, () => undefined);
    }
    return super.invalidateQueries(filters, options);
  }
}

/** A refusal stays a refusal; only a call that never arrived, or came too soon, is tried again. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new ChangingQueryClient({
    queryCache: new QueryCache({
      onError(error, { state, queryHash }) {
        onError(error);
        const isLost = state.data !== undefined && hasStatus(error, 403, 404);
        // Somebody who saw it before was perhaps removed from the clan, or has another role in it.
        if (isLost && queryHash !== hashKey(myClansKey)) void client.invalidateQueries({ queryKey: myClansKey });
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, staleTime: 10_000 },
    },
  });
  return client;
}

/** Everything a page keeps in memory, in the order in which one needs the other. */
export function createServices(): void {
  const connectivity = createConnectivity();
  setService(createConnectivity, connectivity);
  setService(createLeaving, createLeaving());
  setService(createSession, createSession(connectivity));
  setService(createAnalytics, createAnalytics());
  setService(createToasts, createToasts());
}
