import { toNumberText } from "@clanhall/contract/rules/score-text";
import { parseNumberedCsv } from "@clanhall/contract/csv";
import { cellsMax } from "@clanhall/contract/entries";
import type { importEntries, importMapping } from "@clanhall/contract/entry-imports";
import { createNameBudget, createNameFinder } from "@clanhall/contract/rules/similar-names";
import { toNameKey, toTidyText } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ActivityRow } from "../../../clan/activities.ts";
import type { MemberName } from "../../../clan/roster.ts";
import { type ApiError, invalidField } from "../../../errors.ts";

export type ImportInput = z.output<(typeof importEntries)["body"]>;
type Mapping = z.output<typeof importMapping>;

/** A value as the file has it. */
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

/** The header and every value that is not blank: a blank cell clears nothing. */
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
      throw invalidField("content", `The file has more than ${toNumberText(cellsMax)} values. Import it in parts.`);
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

/** Spreadsheets add midnight to a date. */
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;

const yearFirst = /^(\d{4})[./ -]+(\d{1,2})[./ -]+(\d{1,2})\.?$/;

const yearLast = /^(\d{1,2})[./ -]+(\d{1,2})[./ -]+(\d{4}|\d{2})$/;

/** The date as YYYY-MM-DD, or null if there is no such day. ISO dates are read whatever the order is. */
export function readDate(text: string, order: DateOrder): string | null {
  const tidy = text.normalize("NFKC").trim();
  const parts = iso.exec(tidy) ?? yearFirst.exec(tidy);
  if (parts) return toDate(parts[1], parts[2], parts[3]);
  const [, first, second, year] = yearLast.exec(tidy) ?? [];
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

/** What an import needs of the members and activities of a clan. */
export type ImportMember = Pick<MemberName, "id" | "name" | "aliases" | "status" | "merged_into_id">;
export type ImportActivity = Pick<ActivityRow, "id" | "name" | "short_label" | "value_type">;

interface NamedMember {
  id: string;
  name: string;
}

/** By the key of a name or alias. */
type MembersByName = Map<string, NamedMember[]>;

/** Finds members by their exact name or alias, and suggests similar names for the others. */
export function createMemberMatcher(roster: ImportMember[], decided: { name: string; member_id: string }[]) {
  const members = roster.filter(({ merged_into_id }) => merged_into_id === null);
  const present = members.filter(({ status }) => status !== "removed");
  const former = members.filter(({ status }) => status === "removed");
  const tiers = [
    groupByName(present, ({ name }) => [name]),
    groupByName(present, ({ aliases }) => aliases),
    groupByName(former, ({ name, aliases }) => [name, ...aliases]),
  ];
  const settled = new Map(decided.map(({ name, member_id }) => [toNameKey(name), member_id.toLowerCase()]));

  /** Created for the first unknown name: most files have none. */
  let finders: ReturnType<typeof createFinders> | null = null;
  function createFinders() {
    const budget = createNameBudget();
    return tiers.map((byName) => createNameFinder(toEntries(byName), budget));
  }

  /** Present members come before former ones, names before aliases. */
  function matchesOf(key: string): NamedMember[] {
    return tiers.map((byName) => byName.get(key)).find((matches) => matches !== undefined) ?? [];
  }

  return {
    /** Null also for a name that two members have. */
    find(name: string): string | null {
      const key = toNameKey(name);
      const matches = matchesOf(key);
      return settled.get(key) ?? (matches.length === 1 ? (matches[0]?.id ?? null) : null);
    },
    listSimilar(name: string): NamedMember[] {
      finders ??= createFinders();
      const near = finders.flatMap((findSimilar) => findSimilar(name)?.member ?? []);
      const all = [...matchesOf(toNameKey(name)), ...near];
      return [...new Map(all.map((member) => [member.id, member])).values()].slice(0, 3);
    },
  };
}

function groupByName(members: ImportMember[], namesOf: (member: ImportMember) => string[]): MembersByName {
  const byName: MembersByName = new Map();
  for (const member of members) {
    for (const key of new Set(namesOf(member).map(toNameKey))) {
      const matches = byName.get(key);
      if (matches) matches.push({ id: member.id, name: member.name });
      else byName.set(key, [{ id: member.id, name: member.name }]);
    }
  }
  return byName;
}

function toEntries(byName: MembersByName) {
  return [...byName].flatMap(([name, members]) => members.map((member) => ({ name, member })));
}

/** Finds activities by name, or by a short label that only one of them has. */
export function createActivityFinder(activities: ImportActivity[]) {
  const byName = new Map(activities.map(({ name, id }) => [toNameKey(name), id]));
  const byLabel = Map.groupBy(activities, ({ short_label }) => toNameKey(short_label));
  return (name: string): string | null => {
    const key = toNameKey(name);
    const labelled = byLabel.get(key) ?? [];
    return byName.get(key) ?? (labelled.length === 1 ? (labelled[0]?.id ?? null) : null);
  };
}
