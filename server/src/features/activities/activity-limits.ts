import type { FieldProblem } from "@clanhall/contract/errors";
import type { ValueType } from "@clanhall/contract/scoring";

const amounts = ["min_value", "max_value", "daily_cap", "daily_target", "weekly_target"] as const;
type Amount = (typeof amounts)[number];

type Limited = Record<Amount, number | null> & {
  value_type: ValueType;
  start_date: string | null;
  end_date: string | null;
};

/** The first of an activity's limits that does not go with the others. */
export function findLimitProblem(activity: Limited): FieldProblem | null {
  const { value_type, min_value, max_value, start_date, end_date } = activity;
  if (start_date !== null && end_date !== null && end_date < start_date) {
    return { path: "end_date", message: "The end is before the start." };
  }
  for (const path of amounts) {
    const amount = activity[path];
    const message = amount === null ? null : findAmountProblem(value_type, path, amount);
    if (message) return { path, message };
  }
  if (max_value === null || max_value >= (min_value ?? 0)) return null;
  const message =
    min_value === null ? "Values begin at 0 unless there is a minimum." : "The maximum is below the minimum.";
  return { path: "max_value", message };
}

function findAmountProblem(valueType: ValueType, path: Amount, amount: number): string | null {
  if (valueType === "decimal") return null;
  if (!Number.isInteger(amount)) return valueType === "duration" ? "Enter whole minutes." : "Enter a whole number.";
  if (valueType === "whole") return null;
  if (amount < 0) return "Enter 0 or more.";
  if (valueType === "duration") return null;
  if (path === "weekly_target") return amount > 7 ? "A week has seven days." : null;
  return amount > 1 ? "Yes counts as 1: enter at most 1." : null;
}
