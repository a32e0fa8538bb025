import { useNow } from "../ui/relative-time.tsx";
import { formatClanDate, formatDuration } from "../lib/format.ts";

interface ClanDayLineProps {
  /** Where it is said whose day this is. */
  lead?: string;
  date: string;
  endsAt: Date;
}

/** Which clan day it is and how long it lasts. */
export function ClanDayLine({ lead = "Clan day", date, endsAt }: ClanDayLineProps) {
  const left = endsAt.getTime() - useNow();
  return (
    <span>
      {lead} {formatClanDate(date)} · {left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}
    </span>
  );
}
