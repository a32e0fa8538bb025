import { toRelativeText } from "../../ui/relative-time.tsx";
import { toMoment } from "./format.ts";

interface ExpiryProps {
  iso: string | null;
  now: number;
  /** Where there is little room: exactly only on hover. */
  isShort?: boolean;
}

/** When something ends or ended: as people say it, and exactly. */
export function Expiry({ iso, now, isShort = false }: ExpiryProps) {
  if (iso === null) return <>never</>;
  if (isShort) {
    return (
      <time dateTime={iso} title={toMoment(iso)}>
        {toRelativeText(iso, now)}
      </time>
    );
  }
  return (
    <time dateTime={iso}>
      {toRelativeText(iso, now)} ({toMoment(iso)})
    </time>
  );
}
