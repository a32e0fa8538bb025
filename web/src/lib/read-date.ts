import { addDays } from "@clanhall/contract/rules/clan-day";
import { dateOrder, readMonth } from "./format.ts";

const relativeDays: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };

/**
 * A day as people type it: "15.11.", "11/15", "15 Nov 2026", "2026-11-15", "today", "-1". Without a year it is one of this
 * year. Null for what is no day, and empty for nothing.
 */
export function readDate(typed: string, today: string, order: DateOrder = dateOrder()): string | null {
  const text = typed.trim().toLowerCase().replaceAll("−", "-");
  if (text === "") return "";
  const days = relativeDays[text] ?? (/^[+-]\d{1,3}$/.test(text) ? Number(text) : undefined);
  if (days !== undefined) return addDays(today, days);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return toDate(iso[1], iso[2], iso[3], today);
  const dots = /^(\d{1,2})\.\s?(\d{1,2})\.?\s?(\d{2}|\d{4})?$/.exec(text);
  if (dots) return toDate(dots[3], dots[2], dots[1], today);
  const slashes = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{2}|\d{4}))?$/.exec(text);
  if (slashes) return inOrder(order, slashes.slice(1), today);
  return withMonthName(text, today);
}

type DateOrder = ReturnType<typeof dateOrder>;

/** Of days in one column: the order that a day after the twelfth gives away, else the reader's own. */
export function guessDateOrder(texts: string[]): DateOrder {
  const pairs = texts.map((text) => /^\s*(\d{1,2})[/-](\d{1,2})[/-]/.exec(text)?.slice(1).map(Number) ?? []);
  if (pairs.some(([first = 0]) => first > 12)) return "day first";
  return pairs.some(([, second = 0]) => second > 12) ? "month first" : dateOrder();
}

/** In this order of day and month, unless only the other one makes a day. */
function inOrder(order: DateOrder, [first = "", second = "", year]: (string | undefined)[], today: string) {
  const dayFirst = () => toDate(year, second, first, today);
  const monthFirst = () => toDate(year, first, second, today);
  return order === "day first" ? (dayFirst() ?? monthFirst()) : (monthFirst() ?? dayFirst());
}

function withMonthName(text: string, today: string): string | null {
  const [, name = ""] = /(\p{L}{3,})/u.exec(text) ?? [];
  const [day, year] = text.match(/\d+/g) ?? [];
  const month = readMonth(name);
  return month === null || day === undefined ? null : toDate(year, String(month), day, today);
}

function toDate(year: string | undefined, month = "", day = "", today: string): string | null {
  const fullYear = year === undefined ? today.slice(0, 4) : year.length === 2 ? `20${year}` : year;
  const date = `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? null : date;
}

/**
 * A time as people type it: "8", "20:15", "20.15", "2015", "8 pm", "8:15 a.m.". Null for what is no time, and empty for
 * nothing.
 */
export function readTime(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/\s|\.(?=m)|(?<=m)\./g, "");
  if (text === "") return "";
  const [, hours = "", minutes = "00", half] = /^(\d{1,2})(?:[:.h]?(\d{2}))?h?(am|pm|a|p)?$/.exec(text) ?? [];
  const hour = half ? (Number(hours) % 12) + (half.startsWith("p") ? 12 : 0) : Number(hours);
  const isTime = hours !== "" && hour < 24 && Number(minutes) < 60 && (!half || (hours !== "0" && Number(hours) <= 12));
  return isTime ? `${String(hour).padStart(2, "0")}:${minutes}` : null;
}
