import { toInputText } from "../format.ts";
import type { CellAt, CellInput } from "../sheet/cell-store.ts";
import { readText } from "../sheet/read-text.ts";
import { describeCell, formatClipboardText, parseClipboardText } from "./cell-text.ts";
import {
  activeCell,
  type CellRange,
  focusEditor,
  type GridStore,
  isOneCell,
  rangeOf,
  say,
  select,
  type WrongCell,
} from "./state.ts";
import type { CellEdit, Sheet } from "../sheet/day-sheet.ts";

/** Writes what can be written, and reports the rest. */
export function carryOut(store: GridStore, plan: Plan & { clipped?: number }): void {
  const { edits, wrong, readOnly, clipped = 0 } = plan;
  if (edits.length > 0) store.sheet.edit(edits);
  const isWhole = wrong.length === 0 && readOnly === 0 && clipped === 0;
  store.set({ report: isWhole ? null : { changed: edits.length, wrong, readOnly, clipped } });
  if (isWhole) sayChange(store, edits);
}

function sayChange(store: GridStore, changed: CellAt[]): void {
  const [first] = changed;
  if (!first) return;
  const { sheet } = store;
  say(
    store,
    changed.length === 1
      ? describeCell(sheet, sheet.cellAt(first), first.row, first.column)
      : `${changed.length} values changed.`,
  );
}

function chosenCells(store: GridStore): CellAt[] {
  const { rows, selection } = store.read();
  return cellsIn(rows, rangeOf(selection));
}

/** The same into every chosen cell. */
export function writeChosen(store: GridStore, input: CellInput): void {
  const cells = chosenCells(store);
  const plan = planInput(store.sheet, cells, input);
  if (cells.length === 1 && plan.readOnly === 1) refuse(store);
  else carryOut(store, plan);
}

/** Says why the active cell cannot be written, and what can be done about it. */
export function refuse(store: GridStore): void {
  const at = activeCell(store);
  if (!at) return;
  const refusal = store.sheet.whyReadOnly(at);
  store.set({ refusal: { ...at, ...refusal } });
  say(store, refusal.text);
}

/** Nothing is asked of somebody who is away: a value there is either a slip or meant. */
function isAway({ sheet, entersAnyway }: GridStore, at: CellAt): boolean {
  const isAsked = sheet.members[at.row]?.not_due === "away" && sheet.cellAt(at).state === "not_due";
  return isAsked && !entersAnyway.has(at.row);
}

/** One text into every chosen cell, whatever it means there. */
function writeText(store: GridStore, text: string): void {
  carryOut(
    store,
    planTexts(
      store.sheet,
      chosenCells(store).map((at) => ({ ...at, text })),
    ),
  );
}

/** Yes becomes no and the other way round, all by the active cell. */
export function toggleChosen(store: GridStore): void {
  const active = activeCell(store);
  if (!active) return;
  const isYes = store.sheet.cellAt(active).value === 1;
  const { activities } = store.sheet;
  const cells = chosenCells(store).filter(({ column }) => activities[column]?.value_type === "yes_no");
  carryOut(store, planInput(store.sheet, cells, { kind: "value", value: isYes ? 0 : 1 }));
}

export function fillDown(store: GridStore, range: CellRange = rangeOf(store.read().selection)): void {
  carryOut(store, planFillDown(store.sheet, store.read().rows, range));
}

export function copyChosen(store: GridStore): string {
  const { rows, selection } = store.read();
  return formatClipboardText(blockOf(store.sheet, rows, rangeOf(selection)));
}

export function pasteText(store: GridStore, text: string): void {
  const at = activeCell(store);
  if (!at) return;
  const block = parseClipboardText(text);
  const byPosition = () => pasteBlock(store, block);
  if (store.onPasteNames && mayNamePlayers(block)) store.onPasteNames({ block, column: at.column, byPosition });
  else byPosition();
}

/** Texts that are no values, with something beside them: whether they are names is known with the roster. */
function mayNamePlayers(block: string[][]): boolean {
  return [0, 1].some((column) => {
    const filled = block.flatMap((row) => (row.length > column + 1 && row[column]?.trim() ? [row[column]] : []));
    const names = filled.filter((text) => /\p{L}/u.test(text) && !noName.test(text.trim()));
    return names.length > 0 && names.length * 2 >= filled.length;
  });
}

const noName = /^(?:[yn]|yes|no|ja|nein|oui|non|s[ií]|true|false|done|x|excused|missing|[+-]?[\d.,:h ]+(?:k|m|min)?)$/i;

function pasteBlock(store: GridStore, block: string[][]): void {
  const { rows, selection } = store.read();
  const plan = planPaste(store.sheet, rows, rangeOf(selection), block);
  const isRefused = plan.readOnly > 0 && plan.edits.length + plan.wrong.length === 0;
  if (isRefused) return refuse(store);
  const { top, left, bottom, right } = plan.area;
  select(store, { row: top, column: left }, { row: bottom, column: right }, { row: top, column: left });
  carryOut(store, plan);
}

/** Takes the last change back or does it again, and goes to where it was. */
export function travel(store: GridStore, way: "undo" | "redo"): void {
  const cells = store.sheet[way]();
  const { rows } = store.read();
  const found = cells.map(({ row, column }) => ({ row: rows.indexOf(row), column })).filter(({ row }) => row !== -1);
  if (found.length > 0) {
    const [down, along] = [found.map(({ row }) => row), found.map(({ column }) => column)];
    select(
      store,
      { row: Math.min(...down), column: Math.min(...along) },
      { row: Math.max(...down), column: Math.max(...along) },
    );
  }
  say(store, cells.length === 0 ? `Nothing to ${way}.` : `${way === "undo" ? "Undone" : "Redone"}.`);
}

/** Begins to type over the active cell, or to correct what stands there; false where that may not be. */
export function startDraft(store: GridStore, isCorrection: boolean): boolean {
  const active = activeCell(store);
  if (!active) return false;
  const activity = store.sheet.activities[active.column];
  if (!activity) return false;
  if (!store.sheet.canEdit(active) || isAway(store, active)) {
    refuse(store);
    return false;
  }
  const corrected = isCorrection ? toInputText(activity, store.sheet.cellAt(active)) : null;
  const seen = store.sheet.versionAt(active);
  store.set({
    draft: { ...active, text: corrected ?? "", seen, corrected, problem: null },
    refusal: null,
    shown: store.read().selection.anchor,
  });
  // The field has the focus before the key's own effect, so that the key is typed into it, by an input method too.
  focusEditor(store);
  return true;
}

/** What stands in the field now. Not every keyboard announces a letter with a key before it is there. */
export function typeText(store: GridStore, text: string): void {
  if (!store.read().draft && !startDraft(store, false)) return;
  const { draft } = store.read();
  if (draft) store.set({ draft: { ...draft, text, problem: null } });
}

/** Puts what was typed into its cell. What cannot be read stays to be corrected, and false is returned. */
export function commitDraft(store: GridStore, isForAllChosen = false): boolean {
  const { draft, selection } = store.read();
  if (!draft) return true;
  const meant = readText(store.sheet, draft, draft.text);
  if (meant.kind === "problem") {
    if (draft.problem === null) store.set({ draft: { ...draft, problem: meant.problem } });
    return false;
  }
  store.set({ draft: null });
  if (isForAllChosen && !isOneCell(selection)) writeText(store, draft.text);
  // A correction that is left as it was writes nothing, whatever has come into its cell meanwhile.
  else if (draft.text !== draft.corrected) carryOut(store, planInput(store.sheet, [draft], meant));
  return true;
}

interface Plan {
  edits: CellEdit[];
  wrong: WrongCell[];
  /** Cells left as they are because this person may not write them. */
  readOnly: number;
}

function planTexts(sheet: Sheet, cells: (CellAt & { text: string })[]): Plan {
  const plan: Plan = { edits: [], wrong: [], readOnly: 0 };
  for (const { row, column, text } of cells) {
    const meant = readText(sheet, { row, column }, text);
    if (!sheet.canEdit({ row, column })) plan.readOnly += 1;
    else if (meant.kind === "problem") plan.wrong.push({ row, column, text, problem: meant.problem });
    else plan.edits.push({ row, column, input: meant });
  }
  return plan;
}

/** The cells of a range, as positions of the sheet. */
export function cellsIn(rows: number[], { top, left, bottom, right }: CellRange): CellAt[] {
  return rows
    .slice(top, bottom + 1)
    .flatMap((row) => Array.from({ length: right - left + 1 }, (_, index) => ({ row, column: left + index })));
}

export function planInput(sheet: Sheet, cells: Omit<CellEdit, "input">[], input: CellInput): Plan {
  const edits = cells.filter(sheet.canEdit).map(({ row, column, seen }) => ({ row, column, seen, input }));
  return { edits, wrong: [], readOnly: cells.length - edits.length };
}

export function blockOf(sheet: Sheet, rows: number[], range: CellRange): string[][] {
  return rows
    .slice(range.top, range.bottom + 1)
    .map((row) =>
      sheet.activities
        .slice(range.left, range.right + 1)
        .map((activity, index) => toInputText(activity, sheet.cellAt({ row, column: range.left + index }))),
    );
}

interface PastePlan extends Plan {
  /** Where it goes. */
  area: CellRange;
  /** Cells that would lie outside of the grid. */
  clipped: number;
}

/** A block goes where the range begins; a range that holds it several times over is filled with it. */
export function planPaste(sheet: Sheet, rows: number[], range: CellRange, block: string[][]): PastePlan {
  const width = Math.max(...block.map((row) => row.length));
  const height = timesOver(range.bottom - range.top + 1, block.length);
  const across = timesOver(range.right - range.left + 1, width);
  const bottom = Math.min(range.top + height, rows.length) - 1;
  const right = Math.min(range.left + across, sheet.activities.length) - 1;
  const area = { top: range.top, left: range.left, bottom, right };
  const targets = cellsIn(rows, area).map((at, index) => {
    const [down, along] = [Math.floor(index / (right - range.left + 1)), at.column - range.left];
    return { ...at, text: block[down % block.length]?.[along % width] };
  });
  const cells = targets.filter((target): target is CellAt & { text: string } => target.text !== undefined);
  const inside = (bottom - range.top + 1) * (right - range.left + 1);
  return { ...planTexts(sheet, cells), area, clipped: height * across - inside };
}

function timesOver(room: number, size: number): number {
  return room % size === 0 ? room : size;
}

/** The range's first row goes into its others; one row alone takes what stands above it. */
export function planFillDown(sheet: Sheet, rows: number[], range: CellRange): Plan {
  const source = range.top === range.bottom ? range.top - 1 : range.top;
  const row = rows[source];
  if (row === undefined) return { edits: [], wrong: [], readOnly: 0 };
  const cells = cellsIn(rows, { ...range, top: source + 1 });
  const writable = cells.filter(sheet.canEdit);
  const edits = writable.map((at) => ({ ...at, input: inputOf(sheet, { row, column: at.column }) }));
  return { edits, wrong: [], readOnly: cells.length - writable.length };
}

function inputOf(sheet: Sheet, at: CellAt): CellInput {
  const { state, value } = sheet.cellAt(at);
  if (state === "excused") return { kind: "excused" };
  return state === "value" && value !== null ? { kind: "value", value } : { kind: "clear" };
}

/** One text for a whole column; `+5` adds to each. */
export function planColumn(sheet: Sheet, rows: number[], column: number, text: string, isOnlyEmpty: boolean): Plan {
  const cells = rows.map((row) => ({ row, column, text }));
  return planTexts(sheet, isOnlyEmpty ? cells.filter((at) => isEmpty(sheet, at)) : cells);
}

/** Empty, and not because its player is away or new. */
function isEmpty(sheet: Sheet, at: CellAt): boolean {
  const { state } = sheet.cellAt(at);
  return state === "missing" || (state === "not_due" && sheet.members[at.row]?.not_due === null);
}
