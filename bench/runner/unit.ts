/** What a value is held to. */
export interface Limit {
  kind: "at most" | "at least" | "exactly";
  value: number;
  unit?: string;
}

/** One measured line of the report. */
export interface Figure {
  what: string;
  /** The number that the limit is about. */
  value: number;
  ours: string;
  /** The plainest program that does the same, in the same run. */
  bare?: string;
  ratio?: string;
  limit?: Limit | undefined;
}

/** Something that is measured, and that can miss or fail without taking the others with it. */
export interface Unit {
  id: string;
  /** Units of one group run one after the other in one process and share what it has prepared. */
  group: string;
  what: string;
  limit?: Limit | undefined;
  timeLimitMs: number;
  measure: (isMany: boolean, rounds: number | null) => Promise<Figure[]>;
}

export type Outcome = "holds" | "misses" | "failed" | "no limit set" | "left out";

/** A figure with its outcome; of a unit that failed or was left out there is no figure. */
export interface Result {
  id: string;
  what: string;
  ours: string;
  bare: string;
  ratio: string;
  limit: string;
  outcome: Outcome;
  why: string;
}

export function toResults(unit: Unit, figures: Figure[]): Result[] {
  if (figures.length === 0) return [withoutFigure(unit, "left out", "")];
  return figures.map(({ what, value, ours, bare = "", ratio = "", limit }) => {
    const outcome = limit ? (isWithin(value, limit) ? "holds" : "misses") : "no limit set";
    return { id: unit.id, what, ours, bare, ratio, limit: limitText(limit), outcome, why: "" };
  });
}

export function toFailure(unit: Unit, why: string): Result {
  return withoutFigure(unit, "failed", why);
}

function withoutFigure({ id, what, limit }: Unit, outcome: Outcome, why: string): Result {
  return { id, what, ours: "", bare: "", ratio: "", limit: limitText(limit), outcome, why };
}

function isWithin(value: number, limit: Limit): boolean {
  if (limit.kind === "at most") return value <= limit.value;
  return limit.kind === "at least" ? value >= limit.value : value === limit.value;
}

const signs = { "at most": "≤ ", "at least": "≥ ", exactly: "" };

function limitText(limit: Limit | undefined): string {
  return limit ? `${signs[limit.kind]}${withUnit(limit.value, limit.unit)}` : "";
}

export function withUnit(value: number, unit = ""): string {
  return `${Math.round(value * 100) / 100}${unit && ` ${unit}`}`;
}

/** An error in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message : "";
  const text = error.message.includes(cause) ? error.message : `${error.message} (${cause})`;
  return text.replaceAll(/\s+/g, " ").slice(0, 400);
}
