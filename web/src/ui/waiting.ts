import { useLayoutEffect } from "react";

let waiting = 0;

/** For what holds the place of a page or of a part that is on the way: nobody should see the footer move below it. */
export function useWaiting(): void {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

function count(change: 1 | -1): void {
  waiting += change;
  document.documentElement.toggleAttribute("data-waiting", waiting > 0);
}
