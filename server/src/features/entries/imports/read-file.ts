import { parseNumberedCsv } from "@clanhall/contract/csv";
import { cellsMax } from "@clanhall/contract/entries";
import type { importEntries, importMapping } from "@clanhall/contract/entry-imports";
import { toTidyText } from "@clanhall/contract/text";
import type { z } from "zod";
import { type ApiError, invalidField } from "../../../errors.ts";

export type ImportInput = z.output<(typeof importEntries)["body"]>;
type Mapping = z.output<typeof importMapping>;

/** A value of the file, as it is written there. */
export interface FileCell {
  line: number;
  /** The header of its column. */
  column: string;
  date: string;
  player: string;
  /** By id in a wide file, by name in a long one. */
  activity: { id: string } | { name: string };
  text: string;
}

/** The header and every value that is not blank: a blank cell says nothing, and clears nothing. */
export function readFile({ format, content, mapping }: Pick<ImportInput, "format" | "content" | "mapping">) {
  const [first, ...lines] = parseNumberedCsv(content);
  const header = first?.cells ?? [];
  requireColumns(format, mapping, header.length);
  const columns = columnsOf(format, mapping);
  const cells: FileCell[] = [];
  for (const { line, cells: texts } of lines) {
    const textAt = (column: number | null) => (column === null ? "" : (texts[column] ?? "").trim());
    const date = mapping.date === null ? (mapping.day ?? "") : textAt(mapping.date);
    const player = toTidyText(textAt(mapping.player));
    for (const { column, activity_id } of columns) {
      const text = textAt(column);
      if (text === "") continue;
      const activity = activity_id ? { id: activity_id.toLowerCase() } : { name: toTidyText(textAt(mapping.activity)) };
      cells.push({ line, column: toTidyText(header[column] ?? ""), date, player, activity, text });
    }
    if (cells.length > cellsMax) {
      throw invalidField(
        "content",
        `The file has more than ${cellsMax.toLocaleString("en")} values: import it in parts`,
      );
    }
  }
  return { header, cells };
}

/** The columns that hold values: one in a long file, one for each activity in a wide one. */
function columnsOf(
  format: ImportInput["format"],
  { value, activities }: Mapping,
): { column: number; activity_id?: string }[] {
  if (format === "wide") return activities;
  return value === null ? [] : [{ column: value }];
}

function requireColumns(format: ImportInput["format"], mapping: Mapping, width: number): void {
  const { date, day, player, activity, value, activities } = mapping;
  if (date === null && day === null) throw missing("date", "the column of dates, or one day for the whole file");
  if (format === "long" && activity === null) throw missing("activity", "the column that names the activity");
  if (format === "long" && value === null) throw missing("value", "the column of values");
  if (format === "wide" && activities.length === 0) throw missing("activities", "at least one column of an activity");
  const used = format === "long" ? { date, player, activity, value } : { date, player };
  for (const [name, column] of Object.entries(used)) requireColumn(name, column, width);
  if (format === "wide") for (const { column } of activities) requireColumn("activities", column, width);
}

function missing(field: string, what: string): ApiError {
  return invalidField(`mapping.${field}`, `Choose ${what}`);
}

function requireColumn(field: string, column: number | null, width: number): void {
  if (column !== null && column >= width) {
    throw invalidField(`mapping.${field}`, `The file has no column ${column + 1}`);
  }
}

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
