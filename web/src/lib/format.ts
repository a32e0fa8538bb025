import { once } from "@clanhall/contract/rules/locale";

/** The product's texts are English, and so are its dates and numbers; times are those of the reader's own zone. */
const locale = "en-GB";

/** What is not known, in a column or a sentence. */
export const unknown = "—";

const day = { day: "numeric", month: "short" } as const;
const time = { hour: "2-digit", minute: "2-digit" } as const;
const here = {
  day: once(() => new Intl.DateTimeFormat(locale, day)),
  date: once(() => new Intl.DateTimeFormat(locale, { ...day, year: "numeric" })),
  dateTime: once(() => new Intl.DateTimeFormat(locale, { ...day, year: "numeric", ...time })),
};
/** Clan dates are days of a calendar, not instants: they are the same for every reader. */
const calendar = {
  day: once(() => new Intl.DateTimeFormat(locale, { ...day, timeZone: "UTC" })),
  date: once(() => new Intl.DateTimeFormat(locale, { ...day, year: "numeric", timeZone: "UTC" })),
  weekday: once(() => new Intl.DateTimeFormat(locale, { weekday: "short", ...day, timeZone: "UTC" })),
  month: once(() => new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" })),
};

type Moment = string | Date | null;

/** An instant, or a clan date such as "2026-03-04"; null where there is none. */
function read(value: Moment): { at: Date; formats: typeof here | typeof calendar } | null {
  if (value === null || value === "") return null;
  const at = new Date(value);
  const isDate = typeof value === "string" && value.length === 10;
  return Number.isNaN(at.getTime()) ? null : { at, formats: isDate ? calendar : here };
}

/** "15 Nov", with the year where it is not this one. */
export function formatDate(value: Moment, now = new Date()): string {
  const found = read(value);
  if (!found) return unknown;
  const { at, formats } = found;
  const isThisYear =
    formats === calendar ? at.getUTCFullYear() === now.getUTCFullYear() : at.getFullYear() === now.getFullYear();
  return (isThisYear ? formats.day : formats.date)().format(at);
}

/** "15 Nov 2026", for chips and for what is far away. */
export function formatFullDate(value: Moment): string {
  const found = read(value);
  return found ? found.formats.date().format(found.at) : unknown;
}

/** A text of the server, in which days are written as `YYYY-MM-DD`, with its days like all others. */
export function withDates(text: string): string {
  return text.replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => formatDate(date));
}

/** A clan date with its weekday: "Tue 4 Mar". */
export function formatClanDate(date: string): string {
  return calendar.weekday().format(new Date(date)).replace(",", "");
}

const device = {
  date: once(() => new Intl.DateTimeFormat(undefined, { ...day, year: "numeric", timeZone: "UTC" })),
  month: once(() => new Intl.DateTimeFormat(undefined, { month: "short", timeZone: "UTC" })),
};

/** With 12 or 24 hours as readers of this language have them, and always in a form that can be typed. */
function createTimeFormat(language?: string): Intl.DateTimeFormat {
  const { hour12 } = new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions();
  return new Intl.DateTimeFormat(hour12 ? "en-US" : locale, { timeStyle: "short", timeZone: "UTC" });
}
const ownTime = once(createTimeFormat);

/** A day in a field, as this reader writes days. */
export function formatOwnDate(date: string): string {
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? date : device.date().format(at);
}

/** A time in a field, on a clock of 12 or of 24 hours, as this reader writes it. */
export function formatOwnTime(hourAndMinute: string, language?: string): string {
  const at = new Date(`2026-01-01T${hourAndMinute}:00Z`);
  const format = language ? createTimeFormat(language) : ownTime();
  return Number.isNaN(at.getTime()) ? hourAndMinute : format.format(at).replaceAll(/\s/g, " ");
}

/** How this reader writes the eleventh of December in figures. */
export const dateOrder = once(() => {
  const parts = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "numeric" }).formatToParts(new Date());
  return parts.find(({ type }) => type === "day" || type === "month")?.type === "day" ? "day first" : "month first";
});

/** The number of a month by the start of its name, in English or in the reader's language. */
export function readMonth(name: string): number | null {
  const start = name.slice(0, 3).toLowerCase();
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
  const index = months.findIndex((at) =>
    [calendar.day().format(at).slice(2), device.month().format(at)].some((known) =>
      known.toLowerCase().startsWith(start),
    ),
  );
  return start.length === 3 && index >= 0 ? index + 1 : null;
}

/** "March 2026". */
export function formatMonth(date: string): string {
  return calendar.month().format(new Date(date));
}

/** Several clan dates: "9 – 15 Nov", with the year where it is not this one. */
export function formatRange(from: string, to: string, now = new Date()): string {
  const isThisYear = [from, to].every((date) => new Date(date).getUTCFullYear() === now.getUTCFullYear());
  return calendar[isThisYear ? "day" : "date"]().formatRange(new Date(from), new Date(to)).replaceAll(/\s/g, " ");
}

/** "4 Mar 2026, 20:00". */
export function formatDateTime(value: Moment): string {
  const found = read(value);
  return found ? here.dateTime().format(found.at) : unknown;
}

/** An instant on a zone's clock, with its weekday: "Tue 4 Mar, 08:00". */
export function formatClock(instant: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", ...day, ...time, ...(timeZone && { timeZone }) });
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.weekday} ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}`;
}

/** The time of an instant: "08:00" on the reader's clock, or "08:00 UTC" on that of a zone. */
export function formatTime(instant: Date, timeZone?: string): string {
  return instant.toLocaleTimeString(locale, { ...time, ...(timeZone && { timeZone, timeZoneName: "short" }) });
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

/** Such as "3 hours ago"; less than a minute is "just now". What was just set to 7 days is still to come in 7 days. */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return unknown;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return "just now";
  const count = seconds / step[1];
  return relative().format(count > 0 ? Math.round(count) : Math.trunc(count), step[0]);
}

/** How long it takes, in hours and minutes: "5 h 12 min". */
export function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return "less than a minute";
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

const numbers = [0, 1, 2].map((maximumFractionDigits) =>
  once(() => new Intl.NumberFormat(locale, { maximumFractionDigits })),
);
const compact = once(() => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }));

/** Thousands apart, a real minus, and at most so many decimals. */
export function formatNumber(value: number, decimals: 0 | 1 | 2 = 2): string {
  return (numbers[decimals]?.().format(value) ?? String(value)).replace("-", "−");
}

const fixed = [0, 1, 2].map((digits) =>
  once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })),
);

/** One row of a column, with the decimals that all of its rows have. */
export function formatFixed(value: number, decimals: 0 | 1 | 2): string {
  return (fixed[decimals]?.().format(value) ?? String(value)).replace("-", "−");
}

/** Cells are written and read as the reader writes numbers, in digits that every keyboard has. */
const own = [0, 1, 2].map((minimumFractionDigits) =>
  once(
    () =>
      new Intl.NumberFormat(undefined, { minimumFractionDigits, maximumFractionDigits: 2, numberingSystem: "latn" }),
  ),
);

/** How this reader writes one and a half. */
export const decimalSign = once(() =>
  own[0]?.()
    .formatToParts(1.5)
    .some(({ value }) => value === ",")
    ? ","
    : ".",
);

/** The content of a cell, or a sum below or beside cells; with at least so many decimals, so that they line up. */
export function formatCellNumber(value: number, decimals: 0 | 1 | 2 = 0): string {
  return own[decimals]?.().format(value) ?? String(value);
}

/** Where there is little room: "1.2k". */
export function formatShort(value: number): string {
  return compact().format(value).toLowerCase().replace("-", "−");
}

/** A share of a hundred: "93.5%". */
export function formatPercent(rate: number | null, decimals: 0 | 1 = 1): string {
  return rate === null ? unknown : `${formatNumber(rate, decimals)}%`;
}

/** "1.2 GB". */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const size = bytes / 1024 ** step;
  return `${formatNumber(size, size < 10 && step > 0 ? 1 : 0)} ${units[step]}`;
}

/** "Kara, Tom and Runa", or "Kara, Tom or Runa". */
export function formatList(items: string[], last: "and" | "or" = "and"): string {
  return new Intl.ListFormat(locale, { type: last === "and" ? "conjunction" : "disjunction" }).format(items);
}

const ordinals = once(() => new Intl.PluralRules(locale, { type: "ordinal" }));
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** "18th". */
export function formatOrdinal(rank: number): string {
  return `${formatNumber(rank)}${endings[ordinals().select(rank)] ?? "th"}`;
}

/** "1 player", "1,200 players". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** The day of an instant in the reader's own zone, as a date field has it: "2026-03-04". */
export function toDateInput(instant: string | number | Date): string {
  const at = new Date(instant);
  const part = (number: number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}`;
}

/** Where this device says it is. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every zone the browser knows. */
export function listTimeZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])];
}

/** How far a zone is from Greenwich now: "GMT+1". */
export function formatOffset(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortOffset" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
