import { addDays } from "@clanhall/contract/clan-day";
import type { ClanCard } from "@clanhall/contract/clans";
import { readText } from "../../lib/compat/read-answer.ts";

/** What of a day is shown; part of the address. */
export interface DayFilters {
  q: string;
  group: string;
  isMissing: boolean;
}

type Search = Record<string, unknown>;

/** The day that an address names, if there is one of that date. */
export function readDay(search: Search): string | null {
  const text = readText(search, "day") ?? "";
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate && addDays(text, 0) === text && text >= "1970-01-01" ? text : null;
}

export function readDayFilters(search: Search): DayFilters {
  const { q, group, missing } = search;
  return { q: toText(q), group: toText(group), isMissing: missing === true || missing === "true" };
}

/** A filter that is not set takes its name out of the address. */
export function toDaySearch({ q, group, isMissing }: DayFilters): Search {
  return { q: q || undefined, group: group || undefined, missing: isMissing || undefined };
}

export function isFiltered({ q, group, isMissing }: DayFilters): boolean {
  return q !== "" || group !== "" || isMissing;
}

function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 100) : "";
}

/** The clan's date now, also when the card was read on an earlier day. */
export function todayOf({ today: { clan_date, ends_at } }: Pick<ClanCard, "today">, now: number): string {
  const past = now - Date.parse(ends_at);
  return past < 0 ? clan_date : addDays(clan_date, 1 + Math.floor(past / 86_400_000));
}
