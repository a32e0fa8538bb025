import { useRef, useState } from "react";

/** Runs work unless some is running already, however often a button is pressed. */
export function useOneAtATime() {
  const [isPending, setPending] = useState(false);
  const isRunning = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  return [isPending, run] as const;
}
