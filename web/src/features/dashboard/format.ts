import type { ClanToday } from "@clanhall/contract/dashboard";
import { formatClanDate, formatDuration, formatList, plural } from "../../lib/format.ts";

const namesMax = 3;

/** "Clan day Tue 4 Mar · ends in 5 h 12 min". */
export function dayText({ clan_date, ends_at }: ClanToday, now: number): string {
  const left = Date.parse(ends_at) - now;
  return `Clan day ${formatClanDate(clan_date)} · ${left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}`;
}

export function progressText({ due, entered }: ClanToday): string {
  if (due === 0) return "Nothing is due today.";
  if (entered >= due) return due === 1 ? "The one due cell is entered." : `All ${due} due cells are entered.`;
  return `${entered} of ${due} due cells`;
}

/** "Missing: Kara, Tom and 3 more"; nothing when nobody is. */
export function missingText({ missing: { count, names } }: ClanToday): string | null {
  if (count === 0) return null;
  const shown = names.slice(0, namesMax);
  const rest = count - shown.length;
  if (shown.length === 0) return `Missing: ${plural(count, "player")}`;
  if (rest > 0) return `Missing: ${shown.join(", ")} and ${rest} more`;
  return `Missing: ${formatList(shown)}`;
}
