import { formatDateTime, formatRelative } from "../../lib/format.ts";

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
      <time dateTime={iso} title={formatDateTime(iso)}>
        {formatRelative(iso, now)}
      </time>
    );
  }
  return (
    <time dateTime={iso}>
      {formatRelative(iso, now)} ({formatDateTime(iso)})
    </time>
  );
}
