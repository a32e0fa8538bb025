import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { Entry, getCellHistory } from "@clanhall/contract/entries";
import type { ValueType } from "@clanhall/contract/scoring";
import { formatClanDate as toDateWords } from "../../lib/format.ts";
import { showValue } from "./grid/cell-words.ts";

type History = AnswerOf<typeof getCellHistory>;

/** Where an entry came from, after who and when. */
export const sourceWords: Record<Entry["source"], string> = {
  ui: "",
  import: "by import",
  api: "by the API",
  self: "for themselves",
};

export function contentWords(
  { value_type, unit }: { value_type: string; unit: string },
  { state, value }: Pick<Entry, "state" | "value">,
): string {
  if (state === "excused") return "excused";
  if (state === "cleared" || value === null) return "emptied";
  if (value_type === "yes_no") return value > 0 ? "yes" : "no";
  return `${showValue({ value_type: value_type as ValueType }, value)} ${unit}`.trim();
}

export function notDueWords({ why_not_due }: Pick<History, "why_not_due">): string {
  if (why_not_due === "away") return "not due: away";
  if (why_not_due === "grace") return "not due: new to the clan";
  return why_not_due === "off_roster" ? "not due: not on the roster" : "not due on this day";
}

/** How the points come about: "120 × 0.5 = 60 points, counted up to 120. Target of 100 met." */
export function workingWords(working: NonNullable<History["working"]>): string {
  const { units, points_per_unit, points, daily_cap, daily_target, outcome, rule_from, value } = working;
  const isCapped = daily_cap !== null && value > daily_cap;
  const sum = `${show(units)} × ${show(points_per_unit)} = ${show(points)} points`;
  const target = daily_target === null ? "" : ` Target of ${show(daily_target)} ${outcomeWords[outcome]}.`;
  return `${sum}${isCapped ? `, counted up to ${show(daily_cap)}` : ""}.${target} Rule since ${toDateWords(rule_from)}.`;
}

const outcomeWords = { met: "met", partly: "partly met", missed: "missed" };

function show(number: number): string {
  return number.toLocaleString("en-GB", { maximumFractionDigits: 2 });
}
