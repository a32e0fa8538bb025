export const valueTypes = ["whole", "decimal", "yes_no", "duration"] as const;
export type ValueType = (typeof valueTypes)[number];
export const aggregates = ["sum", "best", "latest", "days_done"] as const;
/** How the values of several days read as one. Points always add up. */
export type Aggregate = (typeof aggregates)[number];

/** No value is larger, so that sums and points stay exact. */
export const largestValue = 999_999_999;

/** How an activity is scored from a clan date on. */
export interface ScoringRule {
  effective_from: string;
  points_per_unit: number;
  /** What a due cell without an entry costs once its day is over. */
  missing_points: number;
  /** Units above it do not count. */
  daily_cap: number | null;
  daily_target: number | null;
  weekly_target: number | null;
  /** Monday is 1. */
  weekdays: number[];
}

interface Limits {
  value_type: ValueType;
  min_value: number | null;
  max_value: number | null;
}

/** The rule that is valid on a day. Rules are sorted; the first also holds for all days before it. */
export function ruleOn<Rule extends { effective_from: string }>(rules: Rule[], day: string): Rule {
  const rule = rules.findLast(({ effective_from }) => effective_from <= day) ?? rules[0];
  if (!rule) throw new Error("an activity has no rule");
  return rule;
}

/** What of a day's value counts: at most the cap, and one for a day done. */
export function unitsOf(aggregate: Aggregate, { daily_cap }: Pick<ScoringRule, "daily_cap">, value: number): number {
  if (aggregate === "days_done") return value > 0 ? 1 : 0;
  return daily_cap === null ? value : Math.min(value, daily_cap);
}

export function pointsOf(
  aggregate: Aggregate,
  rule: Pick<ScoringRule, "daily_cap" | "points_per_unit">,
  value: number,
): number {
  const units = toCents(unitsOf(aggregate, rule, value));
  const rate = toCents(rule.points_per_unit);
  // Whole units apart, because the product of all the cents can be more than a number holds.
  const [whole, cents] = [Math.floor(Math.abs(units) / 100), Math.abs(units) % 100];
  // Half a cent goes away from zero, for gains and losses alike; and nothing is never less than nothing.
  const points = whole * Math.abs(rate) + Math.round((cents * Math.abs(rate)) / 100);
  return points === 0 ? 0 : (Math.sign(units) * Math.sign(rate) * points) / 100;
}

/** Adds amounts of two decimals without the dust of binary fractions. */
export function addUp(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + toCents(amount), 0) / 100;
}

/** Without a target, anything above nothing meets it. */
export function outcomeOf({ daily_target }: Pick<ScoringRule, "daily_target">, value: number) {
  if (daily_target === null ? value > 0 : value >= daily_target) return "met";
  return value > 0 ? "partly" : "missed";
}

/** The values of a period as one, by day. */
export function aggregateOf(aggregate: Aggregate, entries: { day: string; value: number }[]): number | null {
  if (entries.length === 0) return null;
  const values = entries.map(({ value }) => value);
  if (aggregate === "sum") return addUp(values);
  if (aggregate === "best") return Math.max(...values);
  if (aggregate === "days_done") return values.filter((value) => value > 0).length;
  return entries.reduce((latest, entry) => (entry.day >= latest.day ? entry : latest)).value;
}

/** Why a value cannot be entered, or null. Without a minimum of its own, an activity takes nothing below zero. */
export function findValueProblem({ value_type, min_value, max_value }: Limits, value: number): string | null {
  if (!Number.isFinite(value)) return "Enter a number.";
  if (value_type === "yes_no") return value === 0 || value === 1 ? null : "Enter yes or no (1 or 0).";
  if (value_type === "decimal" ? !hasTwoDecimals(value) : !Number.isInteger(value)) {
    return value_type === "decimal" ? "Enter at most two decimals." : wholeProblem[value_type];
  }
  const lowest = value_type === "duration" ? Math.max(0, min_value ?? 0) : (min_value ?? 0);
  if (toCents(value) < toCents(lowest)) return `Enter at least ${lowest}.`;
  const highest = max_value ?? largestValue;
  return toCents(value) > toCents(highest) ? `Enter at most ${highest}.` : null;
}

const wholeProblem = { whole: "Enter a whole number.", duration: "Enter whole minutes." };

/** More than sums such as 0.1 + 0.2 are off by, even those near the largest value. */
const dust = 1e-6;

/** At most two. */
export function hasTwoDecimals(value: number): boolean {
  return Math.abs(Number(value.toFixed(2)) - value) < dust;
}

export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

/** As amounts are stored: without dust, and no negative zero. */
export function toTwoDecimals(amount: number): number {
  return toCents(amount) / 100 || 0;
}
