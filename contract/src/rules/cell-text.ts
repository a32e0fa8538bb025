import type { ValueType } from "./scoring.ts";

/** What somebody meant by what they typed or pasted into a cell. */
export type CellText =
  | { kind: "value"; value: number }
  | { kind: "excused" }
  | { kind: "clear" }
  | { kind: "problem"; problem: string };

interface Reading {
  value_type: ValueType;
  /** What `+5` adds to. */
  current?: number | null;
  /** How the reader writes one and a half. */
  decimal?: "." | ",";
}

const yes = new Set(["yes", "y", "true", "1", "✓", "✔", "done", "ja", "oui", "si", "sí"]);
const no = new Set(["no", "n", "false", "0", "-", "–", "nein", "non"]);
const factors: Record<string, number> = { "": 1, k: 1_000, m: 1_000_000 };

/** Reads a cell the way a spreadsheet's user writes one: blank clears, `x` excuses, `+5` adds, `1.5k` is 1500. */
export function readCellText(text: string, { value_type, current = null, decimal = "." }: Reading): CellText {
  const word = text.normalize("NFKC").trim().toLowerCase();
  if (word === "") return { kind: "clear" };
  if (word === "x" || word === "excused") return { kind: "excused" };
  if (value_type === "yes_no") return readYesNo(word);
  const isAdded = word.startsWith("+");
  const amount = readAmount(isAdded ? word.slice(1).trim() : word, value_type, decimal);
  if (amount === null) return { kind: "problem", problem: hints[value_type] };
  const value = isAdded ? (current ?? 0) + amount : amount;
  // Adding zero makes nothing of less than nothing.
  return { kind: "value", value: roundDust(value) + 0 };
}

const hints: Record<ValueType, string> = {
  whole: "Enter a whole number, such as 250, +5 or 1.5k.",
  decimal: "Enter a number, such as 2.5, +5 or 1.5k.",
  duration: "Enter minutes, or hours and minutes such as 1:30 or 1h30.",
  yes_no: "Enter yes or no.",
};

function readYesNo(word: string): CellText {
  if (yes.has(word)) return { kind: "value", value: 1 };
  if (no.has(word)) return { kind: "value", value: 0 };
  return { kind: "problem", problem: hints.yes_no };
}

function readAmount(word: string, valueType: ValueType, decimal: "." | ","): number | null {
  if (valueType === "duration") {
    const clock = /^(\d{1,8}):([0-5]\d)$/.exec(word) ?? /^(\d{1,8}) ?h(?: ?([0-5]?\d) ?(?:m|min)?)?$/.exec(word);
    if (clock) return Number(clock[1]) * 60 + Number(clock[2] ?? 0);
    return readNumber(word.replace(/ ?(m|min|minutes)$/, ""), decimal);
  }
  const parts = /^(.*?) ?([km]?)$/.exec(word);
  const number = readNumber(parts?.[1] ?? "", decimal);
  return number === null ? null : roundDust(number * (factors[parts?.[2] ?? ""] ?? 1));
}

/** A number with either decimal sign and any grouping of thousands. */
function readNumber(text: string, decimal: "." | ","): number | null {
  const word = text.replaceAll(/[\s'’_]/gu, "").replace("−", "-");
  if (!/^-?(\d[\d.,]*|[.,]\d+)$/.test(word)) return null;
  const sign = findDecimalSign(word, decimal);
  const [whole = "", fraction = ""] = sign ? word.split(sign) : [word];
  if (!hasWholeGroups(whole)) return null;
  const value = Number(`${whole.replaceAll(/[.,]/g, "")}.${fraction}0`);
  return Number.isFinite(value) ? value : null;
}

/** The last sign of two kinds; one sign alone unless it groups thousands, where the reader's own way decides what is unclear. */
function findDecimalSign(word: string, decimal: "." | ","): string | null {
  const [point, comma] = [word.lastIndexOf("."), word.lastIndexOf(",")];
  if (point === -1 && comma === -1) return null;
  const sign = point > comma ? "." : ",";
  if (word.indexOf(sign) !== word.lastIndexOf(sign)) return null;
  if (point !== -1 && comma !== -1) return sign;
  const isGrouped = /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(word);
  return isGrouped && sign !== decimal ? null : sign;
}

/** Thousands, or lakhs; a date such as 1.2.2025 is no number. */
function hasWholeGroups(whole: string): boolean {
  return /^-?\d*$/.test(whole) || /^-?\d{1,3}(([.,])\d{2,3}(\2\d{2,3})*\2\d{3}|[.,]\d{3})$/.test(whole);
}

/** Keeps 0.1 + 0.2 from becoming 0.30000000000000004. */
function roundDust(value: number): number {
  return Number(value.toPrecision(14));
}
