import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** One key for all tries to send the same thing, so that a second click or a lost answer does nothing twice. */
export function useIdempotencyKey() {
  const last = useRef({ sent: "", key: "" });
  return (body: unknown): string => {
    const sent = JSON.stringify(body);
    if (last.current.sent !== sent) last.current = { sent, key: randomId() };
    return last.current.key;
  };
}

/** For an answer that comes late: what was opened after the part that asked has gone is left alone. */
export function useWhileMounted<Input extends unknown[]>(action: (...input: Input) => void) {
  const isMounted = useIsMounted();
  return (...input: Input): void => {
    if (isMounted.current) action(...input);
  };
}

/** Whether the part is still there, for what is asked later. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

/** A random UUID. `crypto.randomUUID` is missing where the page was not opened by https or on this machine. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

/** For what a page does without when it fails: a trace is left for those who look for one. */
export function useWarnOnError(error: unknown, message: string): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the trace
    if (error) console.warn(message, error);
  }, [error, message]);
}

/** Seconds to wait before something may be done again, counted down, and a function that starts the wait. */
export function useCooldown(initialSeconds = 0) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + initialSeconds * 1000);
  const [now, setNow] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, [isWaiting]);
  const wait = (seconds: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  };
  return [secondsLeft, wait] as const;
}

let waiting = 0;

/** For what holds the place of a page or of a part that is on the way: nobody should see the footer move below it. */
export function useWaiting(): void {
  useLayoutEffect(() => {
    countWaiting(1);
    return () => countWaiting(-1);
  }, []);
}

function countWaiting(change: 1 | -1): void {
  waiting += change;
  document.documentElement.toggleAttribute("data-waiting", waiting > 0);
}
