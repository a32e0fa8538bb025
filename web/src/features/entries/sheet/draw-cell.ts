import { cellStateOf } from "@clanhall/contract/cells";
import type { Day, DayActivity } from "@clanhall/contract/days";
import type { Entry } from "@clanhall/contract/entries";
import { pointsOf } from "@clanhall/contract/scoring";
import { contentOf, valueOf } from "./cell-content.ts";
import type { SheetCell } from "../sheet.ts";
import type { Unsaved } from "./unsaved.ts";

export const emptyCell: SheetCell = {
  state: "not_due",
  value: null,
  points: 0,
  late: false,
  edited: false,
  save: "saved",
  problem: null,
  theirs: null,
};

interface CellParts {
  entry: Entry | undefined;
  own: Unsaved | undefined;
  activity: DayActivity;
  isDue: boolean;
  window: Day["window"];
}

/** A cell as it is shown: what was typed here, else what the server has. */
export function drawCell({ entry, own, activity, isDue, window }: CellParts): SheetCell {
  const wish = own?.wish ?? contentOf(entry);
  const value = valueOf(wish);
  const state = cellStateOf(wish.kind === "clear" ? null : wish.kind, isDue);
  const isPast = window.day < window.today;
  const isFilled = wish.kind !== "clear";
  const earned = value === null ? 0 : own || !entry ? pointsOf(activity.aggregate, activity.rule, value) : entry.points;
  return {
    state,
    value,
    points: state === "missing" && isPast ? activity.rule.missing_points : earned,
    late: isFilled && (own ? isPast : entry?.late === true),
    edited: isFilled && (entry?.version ?? 0) > (own ? 0 : 1),
    save: own?.save ?? "saved",
    problem: own?.problem ?? null,
    theirs: own?.theirs ?? null,
  };
}

export function isSameCell(one: SheetCell, other: SheetCell): boolean {
  return (Object.keys(one) as (keyof SheetCell)[]).every((name) => one[name] === other[name]);
}
