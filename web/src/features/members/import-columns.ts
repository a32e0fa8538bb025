import { parseCsv } from "@clanhall/contract/csv";
import { manyMembersMax } from "@clanhall/contract/members";
import { plural } from "../../lib/format.ts";
import type { ImportInput } from "./roster.api.ts";

type ImportRow = ImportInput["rows"][number];
export type ImportField = keyof ImportRow;

export const fieldNames: Record<ImportField, string> = {
  name: "Name",
  aliases: "Aliases",
  groups: "Groups",
  joined_on: "Joined on",
  public_note: "Public note",
  officer_note: "Officers’ note",
};

/** Words that people write above such a column. */
const headerWords: Record<ImportField, RegExp> = {
  aliases: /^(alias|aliases|nick\w*|also known.*|aka)$/i,
  groups: /^(groups?|teams?|squads?|ranks?|tags?)$/i,
  joined_on: /^(joined.*|join date|member since|since|date)$/i,
  officer_note: /^(officers?.?\s*notes?|private notes?|internal.*)$/i,
  public_note: /^(notes?|public notes?|comments?|remarks?)$/i,
  name: /^(names?|players?|player names?|members?|member names?|user\w*|ign|in.?game name|account)$/i,
};

/** A list as it was pasted or read, cut into cells, with what each column is taken for. */
export interface ImportTable {
  cells: string[][];
  hasHeader: boolean;
  /** One for each column; null for those that are left out. */
  columns: (ImportField | null)[];
}

export function readTable(text: string): ImportTable {
  const cells = parseCsv(text);
  const width = Math.max(1, ...cells.map(({ length }) => length));
  const first = cells[0] ?? [];
  const guesses = Array.from({ length: width }, (_, index) => guessField(first[index] ?? ""));
  const hasHeader = guesses.some((field) => field !== null);
  const columns = guesses.map((field, index) => (field && guesses.indexOf(field) === index ? field : null));
  if (!columns.includes("name")) columns[columns.indexOf(null)] = "name";
  return { cells, hasHeader, columns };
}

function guessField(header: string): ImportField | null {
  const fields = Object.keys(headerWords) as ImportField[];
  return fields.find((field) => headerWords[field].test(header.trim())) ?? null;
}

/** Gives a column a meaning; whichever had it before is left out. */
export function withColumn(table: ImportTable, index: number, field: ImportField | null): ImportTable {
  const columns = table.columns.map((other, at) => (at === index ? field : other === field ? null : other));
  return { ...table, columns };
}

export function toImportRows({ cells, hasHeader, columns }: ImportTable): ImportRow[] {
  return cells.slice(hasHeader ? 1 : 0).map((line) => {
    const entries = columns.flatMap((field, index) => {
      const text = (line[index] ?? "").trim();
      return field && (text !== "" || field === "name") ? [[field, toValue(field, text)]] : [];
    });
    return Object.fromEntries(entries) as ImportRow;
  });
}

function toValue(field: ImportField, text: string): string | string[] {
  if (field !== "aliases" && field !== "groups") return text;
  return text
    .split(/[;,|]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Why the list cannot be checked yet; null when it can. */
export function tableProblem(table: ImportTable): string | null {
  const count = table.cells.length - (table.hasHeader ? 1 : 0);
  if (count < 1) return "There is no player in this list.";
  if (!table.columns.includes("name")) return "Say which column has the names.";
  if (count > manyMembersMax) return `Import at most ${plural(manyMembersMax, "player")} at once.`;
  return null;
}
