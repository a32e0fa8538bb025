import type { Measure } from "../scoreboard-drafts.ts";
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

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2, signDisplay: "negative" });
const rounded = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const trillions = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
const powers = new Intl.NumberFormat("en", { notation: "scientific", maximumFractionDigits: 2 });

/** A score in the words of its measure; the activity is that of a board of one. */
export function toScoreText(score: number, measure: Measure, activity?: Kind): AmountText {
  if (measure === "activity" && activity) return toAmountText(score, activity);
  if (measure === "consistency") return { amount: rounded.format(score), unit: "%" };
  if (measure === "streak") return inDays(score);
  const amount = toNumberText(score);
  return { amount: measure === "improvement" && score > 0 && amount !== "0" ? `+${amount}` : amount, unit: "" };
}

/** Said wherever a score is shown to visitors, who may not see everything that members count. */
export function notCountedText(count: number): string {
  return count === 1 ? "1 activity is not counted here" : `${toNumberText(count)} activities are not counted here`;
}

/** What several days of an activity come to: a day done counts as one. */
export function toAmountText(value: number, { value_type, unit }: Kind): AmountText {
  if (value_type === "duration") return { amount: toClock(value), unit: "h" };
  return value_type === "yes_no" ? inDays(value) : { amount: toNumberText(value), unit };
}

/** Thousands apart, at most two decimals, a real minus; what is too long to read is shortened. */
export function toNumberText(value: number): string {
  const size = Math.abs(value);
  const format = size < 1e12 ? plain : size < 1e15 ? trillions : powers;
  return format.format(value).replaceAll("-", "−");
}

function inDays(count: number): AmountText {
  return { amount: toNumberText(count), unit: count === 1 ? "day" : "days" };
}

function toClock(minutes: number): string {
  const whole = Math.round(Math.abs(minutes));
  const sign = minutes < 0 && whole > 0 ? "−" : "";
  return `${sign}${toNumberText(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")}`;
}
