type DateOrder = "ymd" | "dmy" | "mdy";

/** A date that spreadsheets give a midnight to is still a date. */
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const yearFirst = /^(\d{4})[./ -]+(\d{1,2})[./ -]+(\d{1,2})\.?$/;
const yearLast = /^(\d{1,2})[./ -]+(\d{1,2})[./ -]+(\d{4}|\d{2})$/;

/** The date that somebody wrote, as YYYY-MM-DD, or null when there is no such day. ISO is understood in any order. */
export function readDate(text: string, order: DateOrder): string | null {
  const word = text.normalize("NFKC").trim();
  const parts = iso.exec(word) ?? yearFirst.exec(word);
  if (parts) return toDate(parts[1], parts[2], parts[3]);
  const [, first, second, year] = yearLast.exec(word) ?? [];
  if (order === "ymd" || year === undefined) return null;
  return order === "dmy" ? toDate(year, second, first) : toDate(year, first, second);
}

function toDate(year = "", month = "", day = ""): string | null {
  const fullYear = year.length === 2 ? `20${year}` : year;
  const date = `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return exists && date >= "1970-01-01" ? date : null;
}
