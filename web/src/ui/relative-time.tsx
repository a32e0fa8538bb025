import { formatDateTime, formatRelative } from "../lib/format.ts";

/** A moment as people say it; its full date is a hover away and written for machines. */
export function RelativeTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatRelative(iso)}
    </time>
  );
}
