import { type Figure, type Unit, withUnit } from "../bench/runner/unit.ts";

export interface Drill {
  /** As the list of faults names it. */
  id: string;
  what: string;
  /** How often its fault happens: a few times, or many when asked for. */
  rounds: { few: number; many: number };
  run: (rounds: number) => Promise<Figure[]>;
  /** Where it cannot be done in the usual time. */
  timeLimitMs?: number;
}

const usualLimitMs = 240_000;

/** Each drill has a process of its own, with all it breaks. */
export function toUnit({ id, what, rounds, run, timeLimitMs = usualLimitMs }: Drill): Unit {
  const measure = (isMany: boolean, wanted: number | null) => run(wanted ?? (isMany ? rounds.many : rounds.few));
  return { id, group: id, what, timeLimitMs, measure };
}

/** A number that must not pass a limit. */
export function atMost(what: string, figure: number, limit: number, unit = ""): Figure {
  return { what, value: figure, ours: withUnit(figure, unit), limit: { kind: "at most", value: limit, unit } };
}

export function exactly(what: string, figure: number, wanted: number): Figure {
  return { what, value: figure, ours: String(figure), limit: { kind: "exactly", value: wanted } };
}

/** The value that a share of all values does not pass. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
