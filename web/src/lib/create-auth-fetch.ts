import type { Connectivity } from "./create-connectivity.ts";
import { noteEndedSignIn } from "./ended-sign-in.ts";

const timeoutMs = 10_000;

/** How the auth client reaches its service: no longer than other calls may take, and the book on the backend is kept. */
export function createAuthFetch(connectivity: Connectivity) {
  let retryAfter: number | null = null;
  const authFetch: typeof fetch = async (input, init) => {
    retryAfter = null;
    let answer: Response;
    try {
      answer = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      connectivity.markBackend(false);
      throw error;
    }
    retryAfter = Number(answer.headers.get("retry-after")) || null;
    if (answer.ok) connectivity.markBackend(true);
    // A service that says when to come back is busy, not away.
    else if (answer.status >= 500 && retryAfter === null) connectivity.markBackend(false);
    if (answer.status !== 400 && answer.status !== 403) return answer;
    const body = await answer.text();
    noteEndedSignIn(body);
    return new Response(body, answer);
  };
  /** Seconds the last answer asked to wait, or null; the auth client itself does not pass this on. */
  return { authFetch, lastRetryAfter: () => retryAfter };
}
