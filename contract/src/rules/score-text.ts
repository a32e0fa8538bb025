import type { Measure } from "../scoreboard-drafts.ts";
import { once } from "./locale.ts";
import type { ValueType } from "./scoring.ts";

/** What an amount of an activity is said in. */
interface Kind {
  value_type: ValueType;
  unit: string;
}

/** An amount as people read it, its unit apart so that it can be drawn smaller. */
export interface AmountText {
  amount: string;
  unit: string;
}

export const measureNames: Record<Measure, string> = {
  points: "Points",
  activity: "One activity",
  consistency: "Consistency",
  streak: "Streak",
  improvement: "Improvement",
};

const plain = once(() => new Intl.NumberFormat("en", { maximumFractionDigits: 2, signDisplay: "negative" }));
const rounded = once(() => new Intl.NumberFormat("en", { maximumFractionDigits: 1 }));
const fixed = [0, 1, 2].map((digits) =>
  once(
    () =>
      new Intl.NumberFormat("en", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: "negative",
      }),
  ),
);
const trillions = once(() => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 }));
const powers = once(() => new Intl.NumberFormat("en", { notation: "scientific", maximumFractionDigits: 2 }));

/** How many decimals a column of numbers has, the same in every row: as many as its values need. */
export type Decimals = 0 | 1 | 2;

export function decimalsOf(values: Iterable<number | null | undefined>): Decimals {
  let most: Decimals = 0;
  for (const value of values) {
    const hundredths = Math.round(Math.abs(value ?? 0) * 100);
    if (hundredths % 10 !== 0) return 2;
    if (hundredths % 100 !== 0) most = 1;
  }
  return most;
}

/** Of a column of scores. */
export function scoreDecimals(scores: number[], measure: Measure): Decimals {
  return measure === "consistency"
    ? decimalsOf(scores.map((score) => Math.round(score * 10) / 10))
    : decimalsOf(scores);
}

/** A score in the words of its measure; the activity is that of a board of one. In a column, with the decimals of it. */
export function toScoreText(score: number, measure: Measure, activity?: Kind, decimals?: Decimals): AmountText {
  if (measure === "activity" && activity) return toAmountText(score, activity, decimals);
  if (measure === "consistency") {
    return { amount: decimals === undefined ? rounded().format(score) : toNumberText(score, decimals), unit: "%" };
  }
  if (measure === "streak") return inDays(score);
  const amount = toNumberText(score, decimals);
  const isMore = measure === "improvement" && score > 0 && /[1-9]/.test(amount);
  return { amount: isMore ? `+${amount}` : amount, unit: "" };
}

/** "120 troops". */
export function inOneLine({ amount, unit }: AmountText): string {
  return unit ? `${amount} ${unit}` : amount;
}

/** Said wherever a score is shown to visitors, who may not see everything that members count. */
export function notCountedText(count: number): string {
  return count === 1 ? "1 activity is not counted here" : `${toNumberText(count)} activities are not counted here`;
}

/** What several days of an activity come to: a day done counts as one. */
export function toAmountText(value: number, { value_type, unit }: Kind, decimals?: Decimals): AmountText {
  if (value_type === "duration") return { amount: toClock(value), unit: "h" };
  return value_type === "yes_no" ? inDays(value) : { amount: toNumberText(value, decimals), unit };
}

/** Thousands apart, at most two decimals, a real minus; what is too long to read is shortened. */
export function toNumberText(value: number, decimals?: Decimals): string {
  const size = Math.abs(value);
  const whole = (decimals === undefined ? undefined : fixed[decimals]) ?? plain;
  const format = size < 1e12 ? whole : size < 1e15 ? trillions : powers;
  return format().format(value).replaceAll("-", "−");
}

function inDays(count: number): AmountText {
  return { amount: toNumberText(count), unit: count === 1 ? "day" : "days" };
}

function toClock(minutes: number): string {
  const whole = Math.round(Math.abs(minutes));
  const sign = minutes < 0 && whole > 0 ? "−" : "";
  return `${sign}${toNumberText(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")}`;
}
