import type { ClanCard } from "@clanhall/contract/clans";
import { type DayRule, endOfClanDay, toClanDate } from "@clanhall/contract/clan-day";

/** The clan's day as its line on every screen says it. */
export function toToday(rules: DayRule[], now: Date): ClanCard["today"] {
  const clanDate = toClanDate(rules, now);
  return { clan_date: clanDate, ends_at: endOfClanDay(rules, clanDate).toISOString(), due: 0, entered: 0 };
}
