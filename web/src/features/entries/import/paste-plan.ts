import type { Member } from "@clanhall/contract/members";
import {
  createNameMatcher,
  findNameColumn,
  type NamedBlock,
  readNamedBlock,
} from "@clanhall/contract/rules/name-matching";
import type { DayActivity } from "@clanhall/contract/days";
import { formatCell, toInputText } from "../format.ts";
import type { CellInput, CellView } from "../sheet/cell-store.ts";
import type { CellEdit, Sheet } from "../sheet/day-sheet.ts";
import { readText } from "../sheet/read-text.ts";

/** A pasted row, and who it may be for. */
export interface PastedRow {
  name: string;
  texts: string[];
  member: Member | null;
  isExact: boolean;
}

export interface NamedPaste {
  rows: PastedRow[];
  /** Activities that the columns of the rows are for. */
  columns: NamedBlock["columns"];
}

/** What somebody says about a row; by its name. */
export interface RowDecision {
  /** The player whose name looks alike is meant. */
  isSame: boolean;
  remember: boolean;
  /** Nobody is meant, and a new player is added. */
  isNew: boolean;
}

/** The block by its names; null where it goes by position. */
export function readPaste(sheet: Sheet, roster: Member[], block: string[][], firstColumn: number): NamedPaste | null {
  const match = createNameMatcher(roster.filter(({ merged_into_id }) => merged_into_id === null));
  const nameColumn = findNameColumn(block, (text) => match(text) !== null);
  if (nameColumn === null) return null;
  const { rows, columns } = readNamedBlock(block, nameColumn, sheet.activities, firstColumn);
  return {
    columns,
    rows: rows.map((row) => {
      const found = match(row.name);
      return { ...row, member: found?.member ?? null, isExact: found?.isExact ?? false };
    }),
  };
}

/** Similar names are taken for the same and remembered, unknown ones become players, until somebody says otherwise. */
export function firstDecision({ member }: PastedRow): RowDecision {
  return { isSame: member !== null, remember: true, isNew: member === null };
}

/** Whose row it is by what was decided: a player, a new one, or nobody. */
export function playerOf(row: PastedRow, decision: RowDecision): Member | "new" | null {
  if (row.member && (row.isExact || decision.isSame)) return row.member;
  return decision.isNew ? "new" : null;
}

export interface PastedCell {
  column: number;
  text: string;
  /** With the separators of the grid. */
  shown: string;
  /** What stands there now, shown likewise, where it would be replaced by something else. */
  before: string | null;
  input: CellInput | null;
  problem: string | null;
}

/** What a row would write; nothing for a text that is blank. */
export function cellsOf(sheet: Sheet, { columns }: NamedPaste, row: PastedRow, memberRow: number | null): PastedCell[] {
  return columns.flatMap((column, index): PastedCell[] => {
    const text = row.texts[index]?.trim() ?? "";
    const activity = column === null ? undefined : sheet.activities[column];
    if (column === null || !activity || text === "") return [];
    const at = { row: memberRow ?? -1, column };
    const meant = readText(sheet, at, text);
    const now = memberRow === null ? "" : toInputText(activity, sheet.cellAt(at));
    const unread = { column, text, shown: text, before: null, input: null };
    if (meant.kind === "problem") return [{ ...unread, problem: meant.problem }];
    if (!sheet.canEdit(at)) return [{ ...unread, problem: sheet.whyReadOnly(at).text }];
    const pasted = {
      state: meant.kind === "clear" ? ("missing" as const) : meant.kind,
      value: meant.kind === "value" ? meant.value : null,
    };
    const after = toInputText(activity, pasted);
    const before = now !== "" && now !== after ? formatContent(activity, sheet.cellAt(at)) : null;
    return [{ column, text: after, shown: formatContent(activity, pasted), before, input: meant, problem: null }];
  });
}

function formatContent(activity: DayActivity, content: Pick<CellView, "state" | "value">): string {
  const { state, value } = content;
  if (state === "excused") return state;
  const isNumber = value !== null && activity.value_type !== "yes_no";
  return isNumber ? formatCell(activity, value) : toInputText(activity, content);
}

/** The values of a row as edits; those that stand there already stay where that is wanted. */
export function editsOf(cells: PastedCell[], row: number, keepsStanding: boolean): CellEdit[] {
  return cells.flatMap(({ column, input, before }) =>
    input === null || (keepsStanding && before !== null) ? [] : [{ row, column, input }],
  );
}
