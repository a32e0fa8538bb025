import type { CellEvidence } from "./readings.ts";
import { compareShapes, isDash, type ShapeResult } from "./shapes.ts";
import type { ColumnUse, OfferedReading } from "./types.ts";

/** Below, a reading counts as a guess: when every shape agrees, and when not all do. */
const leastConfidence = { sameShapes: 40, otherwise: 80 };
const unanimousConfidence = { sameShapes: 0, otherwise: 50 };
/** From here on the other way of reading is believed enough to ask. */
const otherConfidence = 85;
/** A list is ordered when this share of its neighbours are. */
const orderedShare = 0.75;
/** A member's total does not fall or leap like this; a day's count does not exceed this many usual days. */
const past = { fall: 0.9, leap: 2.5, days: 10, more: 5_000 };

export const twiceReason = "The same player twice";

/** What was decided about one number. */
export interface CheckedCell {
  text: string;
  value: number | null;
  reasons: string[];
  offered: OfferedReading[];
}

const factors: Record<string, number> = { "": 1, K: 1e3, M: 1e6, B: 1e9 };

/** The number that a text means; null when it has not the form of one. */
export function parseNumber(text: string): number | null {
  const upper = text.toUpperCase();
  if (/^\d{1,15}$/.test(upper)) return Number(upper);
  if (/^\d{1,3}(?:,\d{3}){1,4}$|^\d{1,3}(?:\.\d{3}){1,4}$/.test(upper)) return Number(upper.replaceAll(/[.,]/g, ""));
  const short = /^(\d{1,4}(?:[.,]\d{1,2})?)([KMB])$/.exec(upper);
  if (!short) return null;
  return Math.round(Number((short[1] ?? "").replace(",", ".")) * (factors[short[2] ?? ""] ?? 1));
}

/** Checks the numbers of one column, of all pictures together: their shapes are those of one font. */
export function checkCells(cells: CellEvidence[]): CheckedCell[] {
  const shapes = compareShapes(cells.map(({ first, glyphs }) => ({ text: first.text, glyphs })));
  return cells.map((cell, index) => checkCell(cell, shapes[index] ?? { isSame: false, odd: [], isIncomplete: true }));
}

export function checkCell(cell: CellEvidence, shapes: ShapeResult): CheckedCell {
  const { first, second, other, whole } = cell;
  if (!cell.hasInk) return { text: "", value: null, reasons: ["Hardly legible"], offered: [] };
  if (isDash(cell.glyphs)) {
    const reasons = cell.isEdge || /\d/.test(first.text + second.text) ? ["Cut off at the edge"] : [];
    return { text: "–", value: null, reasons, offered: [] };
  }
  const text = findFormed(first.text, [second.text, other.text, whole?.text ?? ""]);
  const value = parseNumber(text);
  const reasons: string[] = [];
  const rivals = [second.text, ...(other.confidence >= otherConfidence ? [other.text] : [])];
  if (whole && whole.confidence >= otherConfidence) rivals.push(whole.text.replaceAll(":", "."));
  const rival = rivals.find((one) => !isSameNumber(one, text));
  if (rival !== undefined) reasons.push(`Two readings: ${text || "nothing"}, ${rival || "nothing"}`);
  for (const { read, likelier } of shapes.odd) reasons.push(`The ${read} looks like a ${likelier}`);
  if (cell.isCut || (cell.isEdge && !shapes.isSame)) reasons.push("Cut off at the edge");
  const confidence = Math.min(first.confidence, second.confidence);
  // Readings that all agree are right more often than one that is sure of itself; one way may see nothing.
  const isUnanimous =
    [second, whole].every((reading) => reading && isSameNumber(reading.text, text)) &&
    (other.text === "" || isSameNumber(other.text, text));
  const { sameShapes, otherwise } = isUnanimous ? unanimousConfidence : leastConfidence;
  const least = shapes.isSame ? sameShapes : otherwise;
  if (value === null || confidence < least || shapes.isIncomplete) reasons.push("Hardly legible");
  return { text, value, reasons, offered: offer(cell, shapes) };
}

/** Points and commas between the same digits make no other number, as long as they only group them. */
function isSameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [parseNumber(one), parseNumber(other)];
  return (first !== null && first === second) || hasSameDigits(one, other);
}

const hasSameDigits = (one: string, other: string) =>
  /^[\d.,]+$/.test(one) && /^[\d.,]+$/.test(other) && toDigits(one) === toDigits(other);
/** A single sign that stands where none groups digits; a lost comma may leave another before six. */
const fraction = /^\d*(?:[.,]\d{1,2}|\.\d{4,})$/;
const toDigits = (text: string) => (fraction.test(text) ? text.replace(",", ".") : text.replaceAll(/[.,]/g, ""));

/** The reading itself, or one with the same digits whose separators stand where they belong. */
function findFormed(text: string, others: string[]): string {
  if (parseNumber(text) !== null) return text;
  return others.find((other) => hasSameDigits(text, other) && parseNumber(other) !== null) ?? text;
}

/** Other readings, and the first with the characters that it looks like. */
function offer({ first, second, other, whole }: CellEvidence, { odd }: ShapeResult): OfferedReading[] {
  const characters = Array.from(first.text);
  for (const { at, likelier } of odd) characters[at] = likelier;
  const texts = [characters.join(""), first.text, second.text, other.text, whole?.text ?? ""];
  const offered = new Map<number, OfferedReading>();
  for (const text of texts) {
    const value = parseNumber(text);
    if (value !== null && !offered.has(value)) offered.set(value, { text, value });
  }
  return [...offered.values()].slice(0, 3);
}

/** Of an ordered list, the positions whose values break the order; null stands for what is not a number. */
export function findBreaks(values: (number | null)[]): number[] {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const pairs = known.slice(1).map((item, index) => ({ before: known[index], item, index }));
  const falling = pairs.filter(({ before, item }) => (before?.value ?? 0) >= item.value).length;
  const rising = pairs.filter(({ before, item }) => (before?.value ?? 0) <= item.value).length;
  const isOrdered = pairs.length >= 4 && Math.max(falling, rising) >= pairs.length * orderedShare;
  if (!isOrdered) return [];
  const sign = falling >= rising ? 1 : -1;
  const isRight = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined || (one - other) * sign >= 0;
  const breaks = new Set<number>();
  for (const { before, item, index } of pairs) {
    if (!before || isRight(before.value, item.value)) continue;
    // Whose absence mends the list is wrong; when either does, or none, both have to be checked.
    const withoutFirst = isRight(known[index - 1]?.value, item.value);
    const withoutSecond = isRight(before.value, known[index + 2]?.value);
    if (withoutFirst || !withoutSecond) breaks.add(before.at);
    if (withoutSecond || !withoutFirst) breaks.add(item.at);
  }
  return [...breaks];
}

/** Why a value does not fit what the member had before; null when it does. */
export function comparePast(value: number, use: ColumnUse, member: { id: string; name: string }): string | null {
  if (use.kind !== "activity") return null;
  const values = use.past.get(member.id) ?? [];
  const last = values.at(-1);
  if (last === undefined) return null;
  if (use.aggregate === "sum") {
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    return value > mean * past.days + past.more ? `Far above ${member.name}'s 30 days` : null;
  }
  if (value < last * past.fall) return `Far below ${member.name}'s last value`;
  return value > last * past.leap ? `Far above ${member.name}'s last value` : null;
}
