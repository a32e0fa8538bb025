import { useEffect, useState } from "react";
import { formatDateTime, formatRelative } from "../lib/format.ts";

/** The time, often enough that what counts minutes is right. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(ticking);
  }, []);
  return now;
}

/** A moment as people say it; its full date is a hover away and written for machines. */
export function RelativeTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelative(iso)}
    </time>
  );
}
