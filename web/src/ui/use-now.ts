import { useEffect, useState } from "react";

/** The time, often enough that what counts minutes is right. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
