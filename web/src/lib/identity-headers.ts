import { refreshIfDue } from "./session.ts";
import { authTokenKey, devUserKey } from "./session-store.ts";
import { readStored } from "./stored.ts";

/** Says who is calling: the bearer token, or in development the user id when there is no token. */
export async function identityHeaders(signal: AbortSignal): Promise<Record<string, string>> {
  await unlessAborted(refreshIfDue(), signal);
  const token = readStored(authTokenKey);
  if (token) return { authorization: `Bearer ${token}` };
  const devUser = readStored(devUserKey);
  return devUser ? { "x-dev-user-id": devUser } : {};
}

/** A refresh that hangs must not outlive the call that waits for it. */
function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException("The call was given up", "AbortError"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
