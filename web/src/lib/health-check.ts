import { firstHealthPollMs, getHealth, healthPollMs } from "@clanhall/contract/system";
import { call } from "./api-client.ts";
import { connectivity, markOnline, onConnectivityChange } from "./connectivity.ts";

/** How long a health check may take: the first one, one of the polling, and one somebody is waiting for. */
const patienceMs = { first: 3_000, poll: 2_000, retry: 1_500 };

/** Watches the connection until the returned function is called: polls while the backend is away, rests while offline. */
export function watchHealth(): () => void {
  const { adjust, stop } = createPolling();
  const goOnline = () => {
    markOnline(true);
    void retryNow();
  };
  const goOffline = () => markOnline(false);
  window.addEventListener("online", goOnline);
  window.addEventListener("offline", goOffline);
  const stopListening = onConnectivityChange(adjust);
  markOnline(navigator.onLine);
  adjust();
  if (connectivity().online) void checkFirst();
  return () => {
    window.removeEventListener("online", goOnline);
    window.removeEventListener("offline", goOffline);
    stopListening();
    stop();
  };
}

/** One check right away, for a person who pressed the button or a browser that is back online. */
export function retryNow(): Promise<void> {
  return checkHealth(patienceMs.retry);
}

/** While a page loads much else is on its way: one answer that is missing does not block what somebody has begun to type. */
async function checkFirst(): Promise<void> {
  const options = { timeoutMs: patienceMs.first, anonymous: true, isTriedAgain: true };
  await call(getHealth, {}, options).catch(retryNow);
}

/** The answer itself is not needed: every call already marks the backend available or not. */
async function checkHealth(timeoutMs: number): Promise<void> {
  await call(getHealth, {}, { timeoutMs, anonymous: true }).catch(() => undefined);
}

function createPolling() {
  let polling: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    polling = setTimeout(poll, healthPollMs);
    void checkHealth(patienceMs.poll);
  };
  const stop = () => {
    clearTimeout(polling);
    polling = undefined;
  };
  const adjust = () => {
    const { online, backendAvailable } = connectivity();
    if (!online || backendAvailable) stop();
    else polling ??= setTimeout(poll, firstHealthPollMs());
  };
  return { adjust, stop };
}
