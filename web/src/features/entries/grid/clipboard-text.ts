const quoted = /"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)/y;
const plain = /[^\t\r\n]*/y;
const lineEnd = /\r\n|\n|\r/y;

/**
 * Reads a block as spreadsheets put it on the clipboard: tabs between cells, quotes around cells with tabs, line ends or
 * quotes in them. The line end that Excel adds at the end begins no row.
 */
export function parseBlock(text: string): string[][] {
  let row: string[] = [];
  const block = [row];
  let at = 0;
  for (;;) {
    const inQuotes = readAt(quoted, text, at);
    const asItIs = readAt(plain, text, at);
    row.push(inQuotes?.[1]?.replaceAll('""', '"') ?? asItIs?.[0] ?? "");
    at += (inQuotes ?? asItIs)?.[0].length ?? 0;
    if (text[at] === "\t") {
      at += 1;
      continue;
    }
    at += readAt(lineEnd, text, at)?.[0].length ?? 0;
    if (at >= text.length) return block;
    row = [];
    block.push(row);
  }
}

export function formatBlock(block: string[][]): string {
  const lines = block.map((row) => row.map(quoteWhereNeeded).join("\t"));
  // A last row of nothing would read as the end of the row before it.
  const end = lines.length > 1 && lines.at(-1) === "" ? "\n" : "";
  return lines.join("\n") + end;
}

function readAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function quoteWhereNeeded(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
