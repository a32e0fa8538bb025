import { parseCsv } from "@clanhall/contract/csv";
import type { ImportMapping } from "@clanhall/contract/entry-imports";
import { toNameKey } from "@clanhall/contract/text";
import type { ImportInput } from "./api.ts";

export interface NamedActivity {
  id: string;
  name: string;
  short_label: string;
}

/** A file as it was pasted or read, with what its columns are taken for. */
export interface ImportTable {
  content: string;
  fileName: string;
  header: string[];
  lines: string[][];
  format: "long" | "wide";
  mapping: ImportMapping;
}

/** What people write above such a column. */
const headerNames = {
  date: /^(date|day|datum|tag|when)$/i,
  player: /^(players?|names?|members?|player names?|member names?|ign|user\w*|account)$/i,
  activity: /^(activity|activities|event|kind|type|category|what)$/i,
  value: /^(value|values|amount|count|score|points?|number|wert)$/i,
};

/** Reads a file and guesses what it means: long where a column names activities, else wide. The first line is its header. */
export function readTable(content: string, fileName: string, activities: NamedActivity[], day: string): ImportTable {
  const [header = [], ...lines] = parseCsv(content);
  const find = (field: keyof typeof headerNames) => {
    const index = header.findIndex((text) => headerNames[field].test(text.trim()));
    return index === -1 ? null : index;
  };
  const [date, player, activity, value] = [find("date"), find("player"), find("activity"), find("value")];
  const isLong = activity !== null && value !== null;
  const columns = isLong ? [] : findActivityColumns(header, activities);
  const playerColumn = player ?? firstFree([date, activity, value, ...columns.map(({ column }) => column)]);
  // Any other column may be chosen as an activity later on.
  const valueColumns = isLong ? [value] : [...header.keys()].filter((column) => ![date, playerColumn].includes(column));
  const mapping: ImportMapping = {
    date,
    player: playerColumn,
    activity,
    value,
    activities: columns,
    day: date === null ? day : null,
    decimal: guessDecimal(lines.flatMap((line) => valueColumns.map((column) => line[column] ?? ""))),
    date_order: guessDateOrder(date === null ? [] : lines.map((line) => line[date] ?? "")),
  };
  return { content, fileName, header, lines, format: isLong ? "long" : "wide", mapping };
}

function findActivityColumns(header: string[], activities: NamedActivity[]): ImportMapping["activities"] {
  const found = header.flatMap((text, column) => {
    const key = toNameKey(text);
    const activity = activities.find(({ name, short_label }) => [name, short_label].map(toNameKey).includes(key));
    return activity ? [{ column, activity_id: activity.id }] : [];
  });
  return found.filter(({ activity_id }, index) => found.findIndex((one) => one.activity_id === activity_id) === index);
}

function firstFree(taken: (number | null)[]): number {
  let column = 0;
  while (taken.includes(column)) column += 1;
  return column;
}

/** A comma before one or two last digits is a decimal sign, unless points are used so too. */
function guessDecimal(texts: string[]): "." | "," {
  const endsWith = (sign: RegExp) => texts.some((text) => sign.test(text.trim()));
  return endsWith(/\d,\d{1,2}$/) && !endsWith(/\d\.\d{1,2}$/) ? "," : ".";
}

/** A number above twelve is a day. Where nothing tells, points mean day first and slashes month first. */
function guessDateOrder(texts: string[]): "ymd" | "dmy" | "mdy" {
  const parts = texts
    .map((text) => /^\s*(\d{1,4})[./-](\d{1,2})[./-]\d{1,4}/.exec(text))
    .filter((match) => match !== null);
  if (parts.length === 0 || parts.some(([, first = ""]) => first.length === 4)) return "ymd";
  if (parts.some(([, first]) => Number(first) > 12)) return "dmy";
  if (parts.some(([, , second]) => Number(second) > 12)) return "mdy";
  return parts.some(([text]) => text.includes("/")) ? "mdy" : "dmy";
}

/** Why the file cannot be checked yet; null when it can. */
export function tableProblem({ lines, header, format, mapping }: ImportTable): string | null {
  if (header.length === 0) return "This file is empty.";
  if (lines.length === 0) return "This file has a header and nothing below it.";
  if (mapping.date === null && !mapping.day) return "Choose the column with the dates, or the day of the values.";
  if (format === "long" && mapping.activity === null) return "Choose the column with the activity.";
  if (format === "long" && mapping.value === null) return "Choose the column with the values.";
  if (format === "wide" && mapping.activities.length === 0) return "Choose the columns that are activities.";
  return null;
}

/** What somebody decided about the file, beside its columns. */
export interface Decisions {
  policy: NonNullable<ImportInput["policy"]>;
  /** Who a name of the file stands for. */
  players: NonNullable<ImportInput["players"]>;
  /** Names that become new players, and names that are not to be remembered as an alias. */
  added: string[];
  forgotten: string[];
  /** Aliases, where they are not the file's own names. */
  remembered?: NonNullable<ImportInput["remember"]>;
  /** It was imported before, and that is meant. */
  again: boolean;
  reason: string;
}

export const noDecisions: Decisions = {
  policy: "skip",
  players: [],
  added: [],
  forgotten: [],
  again: false,
  reason: "",
};

export function toInput(table: ImportTable, decisions: Decisions, dry_run: boolean): ImportInput {
  const { content, fileName, format, mapping } = table;
  const { policy, players, added, forgotten, again, reason } = decisions;
  const said = reason.trim();
  return {
    format,
    content,
    file_name: fileName,
    mapping,
    dry_run,
    policy,
    players,
    again,
    add_players: added,
    remember: decisions.remembered ?? players.filter(({ name }) => name !== "" && !forgotten.includes(name)),
    ...(said && { reason: said }),
  };
}
