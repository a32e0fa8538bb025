import type { Activity } from "@clanhall/contract/activities";
import { toCsvLine } from "@clanhall/contract/csv";
import { type CellText, readCellText } from "@clanhall/contract/rules/cell-text";
import { findValueProblem } from "@clanhall/contract/rules/scoring";
import { decimalSign } from "../../lib/format.ts";
import { twiceReason } from "./flags.ts";
import type { PictureReadings, ReadCell, ReadRow } from "./types.ts";

/** What somebody said about a name: a member, a new player, nobody, or nothing yet. */
type NameChoice = { kind: "member"; id: string } | { kind: "new"; name: string } | { kind: "ignore" } | null;

interface NameDecision {
  choice: NameChoice;
  remember: boolean;
}

/** A column that counts an activity. */
interface CountedColumn {
  /** Its index in the geometry. */
  column: number;
  activity: Pick<Activity, "id" | "name" | "short_label" | "value_type" | "min_value" | "max_value">;
}

interface Decided {
  names: Record<string, NameDecision>;
  /** As typed or chosen, by the key of the cell. */
  texts: Record<string, string>;
  /** Names and cells that somebody accepted. */
  seen: ReadonlySet<string>;
}

export interface CheckState extends Decided {
  rows: ReadRow[];
  columns: CountedColumn[];
  /** What was decided before each step, the last one last. */
  earlier: Decided[];
}

export type CheckAction =
  | { kind: "choose"; key: string; choice: NameChoice }
  | { kind: "remember"; key: string; remember: boolean }
  | { kind: "type"; key: string; text: string }
  | { kind: "accept"; keys: string[] }
  | { kind: "undo" };

/** A name or a value to check. */
export interface CheckItem {
  key: string;
  row: ReadRow;
  /** Null for the name of the row. */
  cell: ReadCell | null;
  column: CountedColumn | null;
  reasons: string[];
}

/** An alias is offered up to this distance. */
const aliasBelow = 0.5;

export function createCheck({ rows }: PictureReadings, columns: CountedColumn[]): CheckState {
  const names = rows.map(({ key, name }): [string, NameDecision] => {
    const choice: NameChoice = name.member ? { kind: "member", id: name.member.id } : null;
    // Nobody sees a name that is sure: what was misread of it is not remembered unasked.
    return [key, { choice, remember: name.reasons.length > 0 && isAliasNear(name.member?.distance ?? 1) }];
  });
  const others = rows.map((row) => ({ ...row, cells: row.cells.map(withoutOwn) }));
  return { rows: others, columns, names: Object.fromEntries(names), texts: {}, seen: new Set(), earlier: [] };
}

/** What stands in the field already is not offered. */
function withoutOwn(cell: ReadCell): ReadCell {
  return { ...cell, offered: cell.offered.filter(({ value }) => value !== cell.value) };
}

/** The same name needs no alias, and one that is far off is no spelling of it. */
function isAliasNear(distance: number): boolean {
  return distance > 0 && distance <= aliasBelow;
}

export function changeCheck(state: CheckState, action: CheckAction): CheckState {
  const { names, texts, seen } = state;
  if (action.kind === "undo") {
    const before = state.earlier.at(-1);
    return before ? { ...state, ...before, earlier: state.earlier.slice(0, -1) } : state;
  }
  const earlier = [...state.earlier, { names, texts, seen }];
  if (action.kind === "accept") return { ...state, earlier, seen: new Set([...seen, ...action.keys]) };
  const { key } = action;
  if (action.kind === "type") return { ...state, earlier, texts: { ...texts, [key]: action.text } };
  const decision = names[key] ?? { choice: null, remember: false };
  if (action.kind === "remember") {
    return { ...state, earlier, names: { ...names, [key]: { ...decision, remember: action.remember } } };
  }
  const { choice } = action;
  const row = state.rows.find((one) => one.key === key);
  const near = row?.name.nearest.find(({ id }) => choice?.kind === "member" && id === choice.id)?.distance ?? 1;
  return { ...state, earlier, names: { ...names, [key]: { choice, remember: isAliasNear(near) } } };
}

const cellKey = (row: ReadRow, column: number) => `${row.key} ${column}`;

/** What is to be checked: names first, then values; rows that are ignored have nothing more to say. */
export function listItems(state: CheckState): { unsure: CheckItem[]; sure: CheckItem[] } {
  const { rows, names, columns } = state;
  const ofNames: CheckItem[] = [];
  const ofCells: CheckItem[] = [];
  const sure: CheckItem[] = [];
  for (const row of rows) {
    const { name } = row;
    const found = name.member === null ? ["Unknown name"] : name.reasons;
    const reasons = isTwice(state, row) ? [...new Set([...found, twiceReason])] : found;
    if (reasons.length > 0) ofNames.push({ key: row.key, row, cell: null, column: null, reasons });
    if (names[row.key]?.choice?.kind === "ignore") continue;
    for (const cell of row.cells) {
      const column = columns.find((one) => one.column === cell.column);
      if (!column) continue;
      const item = { key: cellKey(row, cell.column), row, cell, column, reasons: cell.reasons };
      const isSure = cell.reasons.length === 0 && findTextProblem(toText(cell.value), column) === null;
      (isSure ? sure : ofCells).push(item);
    }
  }
  return { unsure: [...ofNames, ...ofCells], sure };
}

/** Those that nobody has accepted yet, or that cannot be taken as they are. */
export function listOpen(state: CheckState): CheckItem[] {
  const { unsure, sure } = listItems(state);
  const isOpen = (item: CheckItem) => !state.seen.has(item.key) || isUndecided(state, item);
  return [...unsure.filter(isOpen), ...sure.filter((item) => isUndecided(state, item))];
}

/** Whether it cannot be taken as it is: nobody's name, or a text that is no value. */
export function isUndecided(state: CheckState, { cell, column, row }: CheckItem): boolean {
  if (cell && column) return findTextProblem(textOf(state, row, cell), column) !== null;
  const choice = state.names[row.key]?.choice ?? null;
  return choice === null || (choice.kind === "new" && isBlank(choice.name)) || isTwice(state, row);
}

export function isBlank(name: string): boolean {
  return name.trim() === "";
}

/** Whether anything would be lost with the check. */
export function hasDecisions(state: CheckState | null): boolean {
  return state !== null && state.earlier.length > 0;
}

/** Two rows cannot be one player's. */
function isTwice({ rows, names }: CheckState, { key }: ReadRow): boolean {
  const playerOf = (row: string) => {
    const choice = names[row]?.choice;
    return choice?.kind === "member" ? choice.id : null;
  };
  const player = playerOf(key);
  return player !== null && rows.some((row) => row.key !== key && playerOf(row.key) === player);
}

export function textOf({ texts }: CheckState, row: ReadRow, cell: ReadCell): string {
  return texts[cellKey(row, cell.column)] ?? toText(cell.value);
}

export function toText(value: number | null): string {
  return value === null ? "" : String(value);
}

/** What a text means; it is typed as in the grid. */
function readText(text: string, { activity }: CountedColumn): CellText {
  const meant = readCellText(text, { value_type: activity.value_type, decimal: decimalSign() });
  const problem = meant.kind === "value" ? findValueProblem(activity, meant.value) : null;
  return problem === null ? meant : { kind: "problem", problem };
}

/** Why a typed text is no value; null where it is one, or blank. */
export function findTextProblem(text: string, column: CountedColumn): string | null {
  const meant = readText(text, column);
  return meant.kind === "problem" ? meant.problem : null;
}

/** As the import reads it, whatever the reader's decimal sign. */
function toImportText(text: string, column: CountedColumn): string {
  const meant = readText(text, column);
  if (meant.kind === "value") return String(meant.value);
  return meant.kind === "excused" ? "x" : "";
}

interface NamedMember {
  id: string;
  name: string;
}

/** What the import is given: one line for each player, by the member's own name. */
export function toImport(state: CheckState, members: NamedMember[]) {
  const nameOf = new Map(members.map(({ id, name }) => [id, name]));
  const lines = state.rows.flatMap((row) => {
    const decision = state.names[row.key];
    const choice = decision?.choice;
    if (!choice || choice.kind === "ignore") return [];
    const name = choice.kind === "new" ? choice.name.trim() : nameOf.get(choice.id);
    if (!name) return [];
    const texts = state.columns.map((column) => {
      const cell = row.cells.find((one) => one.column === column.column);
      return cell ? toImportText(textOf(state, row, cell), column) : "";
    });
    const alias = choice.kind === "member" && decision.remember ? row.name.text.trim() : "";
    return [{ name, member_id: choice.kind === "member" ? choice.id : null, texts, alias }];
  });
  const header = ["Player", ...state.columns.map(({ activity }) => activity.short_label)];
  return {
    content: [header, ...lines.map(({ name, texts }) => [name, ...texts])].map(toCsvLine).join(""),
    header,
    lines: lines.map(({ name, texts }) => [name, ...texts]),
    activities: state.columns.map(({ activity }, index) => ({ column: index + 1, activity_id: activity.id })),
    players: lines.flatMap(({ name, member_id }) => (member_id === null ? [] : [{ name, member_id }])),
    add: lines.filter(({ member_id }) => member_id === null).map(({ name }) => name),
    remember: lines.flatMap(({ member_id, alias }) =>
      member_id === null || !alias ? [] : [{ name: alias, member_id }],
    ),
  };
}
export type ScreenshotImport = ReturnType<typeof toImport> & { fileName: string; day: string };
