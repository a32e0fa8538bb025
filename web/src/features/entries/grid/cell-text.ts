import type { DayActivity, DayMember } from "@clanhall/contract/days";
import { formatTheirs, formatCell } from "../format.ts";
import type { CellView } from "../sheet/cell-store.ts";
import type { Sheet } from "../sheet/day-sheet.ts";

/** A cell in one sentence, for screen readers. */
export function describeCell(sheet: Sheet, cell: CellView, row: number, column: number): string {
  const [member, activity] = [sheet.members[row], sheet.activities[column]];
  if (!member || !activity) return "";
  const parts = [formatContent(member, activity, cell), saveTexts[cell.save], cell.problem];
  if (cell.late) parts.push("entered late");
  if (cell.edited) parts.push("changed since it was entered");
  if (cell.theirs) parts.push(`${cell.theirs.entered_by_name} entered ${formatTheirs(activity, cell.theirs)}`);
  return `${member.name}, ${activity.name}: ${parts.filter(Boolean).join(", ")}`;
}

function formatContent(member: DayMember, activity: DayActivity, { state, value }: CellView): string {
  if (state === "missing" || state === "excused") return state;
  if (state === "not_due" || value === null) return formatWhyNotDue(member);
  if (activity.value_type === "yes_no") return value > 0 ? "yes" : "no";
  return `${formatCell(activity, value)} ${activity.unit}`.trim();
}

export function formatWhyNotDue({ not_due }: Pick<DayMember, "not_due">): string {
  if (not_due === "away") return "empty, not due while away";
  return not_due === "grace" ? "empty, not due for a new player" : "empty, not due";
}

const saveTexts: Record<CellView["save"], string | null> = {
  saved: null,
  waiting: "not saved yet",
  saving: "saving",
  failed: "could not be saved",
  conflict: "someone else changed it too",
  needsConfirmation: "please check it",
};

const quoted = /"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)/y;
const plain = /[^\t\r\n]*/y;
const lineEnd = /\r\n|\n|\r/y;

/**
 * Reads a block as spreadsheets put it on the clipboard: tabs between cells, quotes around cells with tabs, line ends or
 * quotes in them. The line end that Excel adds at the end begins no row.
 */
export function parseClipboardText(text: string): string[][] {
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

export function formatClipboardText(block: string[][]): string {
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
