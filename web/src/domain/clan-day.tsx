import { weekdayOf, weekdays } from "@clanhall/contract/rules/clan-day";
import type { NothingDue } from "@clanhall/contract/clans";
import { useNow } from "../ui/relative-time.tsx";
import { formatClanDate, formatDuration, plural } from "../lib/format.ts";

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

/** Why nothing is due on a clan day: "No activity is asked for on Sundays." */
export function nothingDueText(nothing: NothingDue | null | undefined, day: string): string {
  if (!nothing) return "Nothing is due.";
  if (nothing.activities === "none") return "The clan has no activities yet.";
  if (nothing.activities === "weekday") return `No activity is asked for on ${weekdays[weekdayOf(day) - 1]}s.`;
  if (nothing.activities === "dates") return "No activity is asked for on this day.";
  return playersText(nothing);
}

function playersText({ players, first_days, away, due_from }: NothingDue): string {
  const from = due_from === null ? "" : `, due from ${formatClanDate(due_from)}`;
  if (players === 0) return "Nobody is on the roster.";
  if (players === 1)
    return first_days === 1 ? `The one player is in their first days${from}.` : "The one player is away.";
  if (first_days === players) return `All ${players} players are in their first days${from}.`;
  if (away === players) return `All ${players} players are away.`;
  const others = `${plural(first_days, "player is", "players are")} in their first days${from}`;
  return `${others}; ${plural(away, "player is", "players are")} away.`;
}
