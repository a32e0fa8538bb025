/**
 * Reads delimited text the way spreadsheets write it: quotes around cells that hold the delimiter, quotes or line
 * breaks; comma, semicolon or tab between cells, whichever the first line uses most. Empty lines are left out.
 */
export function parseCsv(text: string, delimiter = findDelimiter(text)): string[][] {
  return parseNumberedCsv(text, delimiter).map(({ cells }) => cells);
}

/** The same, each line with the number that a spreadsheet gives it. */
export function parseNumberedCsv(text: string, delimiter = findDelimiter(text)): { line: number; cells: string[] }[] {
  return readRows(text.replace(/^\uFEFF/, ""), delimiter)
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
}

function readRows(source: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const { value, end } = source[at] === '"' ? readQuoted(source, at, delimiter) : readPlain(source, at, delimiter);
    row.push(value);
    at = end;
    if (source[at] === delimiter) {
      at += 1;
      if (at < source.length) continue;
      row.push("");
    }
    rows.push(row);
    row = [];
    at += source.startsWith("\r\n", at) ? 2 : 1;
  }
  return rows;
}

function findDelimiter(text: string): string {
  const [firstLine = ""] = text.split(/\r?\n/, 1);
  const counts = ["\t", ";", ","].map((delimiter) => ({
    delimiter,
    count: firstLine.split(delimiter).length,
  }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ",";
}

function readPlain(source: string, start: number, delimiter: string): { value: string; end: number } {
  let end = start;
  while (end < source.length && source[end] !== delimiter && source[end] !== "\n" && source[end] !== "\r") end += 1;
  return { value: source.slice(start, end), end };
}

/** A quote that never closes takes the rest of the text, as spreadsheets do. */
function readQuoted(source: string, start: number, delimiter: string): { value: string; end: number } {
  let at = start + 1;
  let value = "";
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote === -1) return { value: value + source.slice(at), end: source.length };
    value += source.slice(at, quote);
    if (source[quote + 1] !== '"') {
      const rest = readPlain(source, quote + 1, delimiter);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}

type Cell = string | number | boolean | null;

/**
 * One line of a CSV file. A text that a spreadsheet would run as a formula is made plain text by an apostrophe, also where
 * one that takes semicolons or tabs for separators would begin a cell.
 */
export function toCsvLine(cells: Cell[]): string {
  return `${cells.map(toCsvCell).join(",")}\r\n`;
}

function toCsvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const plain = cell.replace(/^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?=[=+\-@])/g, "'");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
