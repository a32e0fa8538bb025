/** What a drill found, beside what it is held to. */
export interface Figure {
  what: string;
  figure: string;
  target: string;
  isMet: boolean;
}

export interface Drill {
  /** As the list of faults names it. */
  id: string;
  what: string;
  /** How often its fault happens: a few times, or many when asked for. */
  rounds: { few: number; many: number };
  run: (rounds: number) => Promise<Figure[]>;
}

/** A number that must not pass a limit. */
export function atMost(what: string, figure: number, limit: number, unit = ""): Figure {
  return { what, figure: toText(figure, unit), target: `≤ ${toText(limit, unit)}`, isMet: figure <= limit };
}

export function exactly(what: string, figure: number, wanted: number): Figure {
  return { what, figure: String(figure), target: String(wanted), isMet: figure === wanted };
}

function toText(value: number, unit: string): string {
  return `${Math.round(value * 100) / 100}${unit && ` ${unit}`}`;
}

/** The value that a share of all values does not pass. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
